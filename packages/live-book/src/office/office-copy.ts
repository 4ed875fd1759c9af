import type { OfficeFile, OfficeHost, Told } from './office-api.ts';

/** The most that Office hands over at a time. */
const sliceSize = 4 * 1024 * 1024;

/** The workbook as its file, slice by slice; Office holds two such files at most, so each is given back. */
export async function copyOf({ document }: Pick<OfficeHost, 'document'>): Promise<Uint8Array<ArrayBuffer>> {
  const file = await told<OfficeFile>((tell) => document.getFileAsync('compressed', { sliceSize }, tell));
  try {
    const slices: Uint8Array[] = [];
    for (let at = 0; at < file.sliceCount; at++) {
      const { data } = await told<{ readonly data: ArrayLike<number> }>((tell) => file.getSliceAsync(at, tell));
      slices.push(Uint8Array.from(data));
    }
    return joined(slices);
  } finally {
    file.closeAsync();
  }
}

function told<T>(ask: (tell: Told<T>) => void): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  ask(({ status, value, error }) => {
    if (status === 'succeeded') resolve(value);
    else reject(new Error(error?.message ?? 'Excel cannot copy the workbook'));
  });
  return promise;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
