import { type FileRequest, makeFile } from './make-file.ts';

/** What this worker tells: how far it is, then the file or why there is none. */
export type FileNews = { readonly share: number } | { readonly file: Blob } | { readonly fault: string };

addEventListener('message', ({ data }: MessageEvent<FileRequest>) => {
  tell(data);
});

function tell(request: FileRequest): void {
  const say = (news: FileNews) => postMessage(news);
  try {
    const work = makeFile(request);
    let percent = 0;
    let step = work.next();
    for (; !step.done; step = work.next()) {
      const now = Math.floor(step.value * 100);
      if (now > percent) say({ share: step.value });
      percent = Math.max(now, percent);
    }
    say({ file: step.value });
  } catch (error) {
    say({ fault: error instanceof Error ? error.message : String(error) });
  }
}
