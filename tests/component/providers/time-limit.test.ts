import { expect, test, vi } from 'vitest';
import { uploadImport } from '#contract/admin/imports.ts';
import { callApi } from '#src/providers/api/call-api.ts';
import { timeLimits } from '#src/providers/api/time-limits.ts';

/** The running timers of time limits, whose time the test decides. */
function holdTimers(): readonly { readonly ms: number; readonly end: () => void }[] {
  const timers: { ms: number; end: () => void }[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const timer = new AbortController();
    timers.push({ ms, end: () => timer.abort() });
    return timer.signal;
  });
  return timers;
}

/** A request to a server that says nothing. */
class SilentRequest extends EventTarget {
  readonly upload = new EventTarget();
  isSent = false;
  open = () => undefined;
  setRequestHeader = () => undefined;
  abort = () => undefined;
  send = () => {
    this.isSent = true;
  };
}

test('design §2 upload: however often its progress is told, one timer runs, and ends the call when nothing more comes', async () => {
  const timers = holdTimers();
  const sent: number[] = [];
  const request = new SilentRequest();
  vi.spyOn(globalThis, 'XMLHttpRequest').mockImplementation(function answerNothing() {
    return request as unknown as XMLHttpRequest;
  });
  const call = callApi(
    uploadImport,
    { params: { kind: 'patients' }, query: {}, body: { file: new File(['x'], 'a.csv') } },
    { onSent: (done) => sent.push(done), alerts: 'none' },
  );
  await vi.waitFor(() => expect(request.isSent).toBe(true), { timeout: 60_000 });
  const tellProgress = (loaded: number) =>
    request.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total: 100, lengthComputable: true }));
  for (let loaded = 1; loaded <= 50; loaded += 1) tellProgress(loaded);
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0), { timeout: 60_000 });
  expect(timers.map(({ ms }) => ms)).toEqual([timeLimits.upload]);

  timers[0]?.end();
  // What is left of the time since the last progress.
  await vi.waitFor(() => expect(timers).toHaveLength(2), { timeout: 60_000 });
  expect(timers[1]?.ms).toBeLessThanOrEqual(timeLimits.upload);
  expect(timers[1]?.ms).toBeGreaterThan(timeLimits.upload - 60_000);
  timers[1]?.end();
  await expect(call).rejects.toMatchObject({ lost: true });
});
