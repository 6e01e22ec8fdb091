/** What one instance of a component has open, so that its end closes it all. */
export class OpenHandles {
  readonly #open = new Set<Disposable>();

  add(handle: Disposable): void {
    this.#open.add(handle);
  }

  delete(handle: Disposable): void {
    this.#open.delete(handle);
  }

  closeAll(): void {
    for (const handle of this.#open) handle[Symbol.dispose]();
  }
}
