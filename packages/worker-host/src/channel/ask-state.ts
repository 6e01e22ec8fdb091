/** How a blocking request stands; the value of `answerState` in shared memory. */
export const askState = {
  /** Not answered yet. */
  open: 0,
  /** The answer is in shared memory. */
  shared: 1,
  /** The answer is at the port. */
  posted: 2,
  /** No answer will come. */
  stopped: 3,
} as const;
