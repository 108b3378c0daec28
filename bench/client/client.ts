/** The client, in a process of its own: takes jobs over IPC and answers each with what it measured. */
import { runDownloads, type DownloadJob, type DownloadResult } from './client-downloads.js';
import { runLoad, type LoadJob, type LoadResult } from './client-load.js';

export type Job = { kind: 'load'; job: LoadJob } | { kind: 'downloads'; job: DownloadJob };
export type JobResult = { result: LoadResult | DownloadResult[] } | { error: string };

process.on('message', ({ kind, job }: Job) => {
  const running = kind === 'load' ? runLoad(job) : runDownloads(job);
  running.then(
    (result) => process.send!({ result } satisfies JobResult),
    (error: unknown) => process.send!({ error: String(error) } satisfies JobResult),
  );
});
