import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Threads for work that would keep the event loop from serving others. Each does one task at a time, starts with the first
 * one that finds no idle thread, and does not keep the process alive. Whoever gives tasks limits how many there are at
 * once.
 */
export class Threads<Task, Result> {
  readonly #file: URL;
  readonly #idle: Worker[] = [];

  /** @param file a module that answers each message with one */
  constructor(file: URL) {
    this.#file = file;
  }

  /**
   * Does a task on an idle thread.
   * @param task what can be copied to another thread
   * @param signal ends the task, and the thread with it
   * @throws what the thread throws, which ends it: the next task has another
   */
  async run(task: Task, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    const thread = this.#idle.pop() ?? new Worker(this.#file, { execArgv: [] });
    thread.unref();
    thread.postMessage(task);
    try {
      const [result] = (await once(thread, 'message', { signal })) as [Result];
      this.#idle.push(thread);
      return result;
    } catch (error) {
      void thread.terminate();
      signal?.throwIfAborted();
      throw error;
    }
  }
}
