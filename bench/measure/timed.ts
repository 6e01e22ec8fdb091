/** Does something so many times, one after another; gives the microseconds of each. */
export async function timed(times: number, act: () => Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    await act();
    samples.push((performance.now() - start) * 1000);
  }
  return samples;
}
