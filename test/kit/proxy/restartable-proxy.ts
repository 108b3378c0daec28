import type { Program } from '../process/program.js';

/** A proxy that can be killed, frozen and started again. */
export class RestartableProxy {
  private proxy: Program;

  constructor(private readonly run: () => Program) {
    this.proxy = run();
  }

  /** It is there when it has read its files. */
  start(): void {
    this.proxy = this.run();
  }

  kill(): Promise<unknown> {
    return this.proxy.kill();
  }

  freeze(): void {
    this.proxy.signal('SIGSTOP');
  }

  thaw(): void {
    this.proxy.signal('SIGCONT');
  }
}
