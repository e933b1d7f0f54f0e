/** Clicks an element and waits until the result is drawn. Returns the duration in ms. */
export async function clickUntilDrawn(element: HTMLElement): Promise<number> {
  const start = performance.now();
  element.click();
  await new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  });
  return performance.now() - start;
}

/** Scrolls an element from its top to its end in this number of frames. */
export async function scrollToEnd(element: HTMLElement, frames: number): Promise<void> {
  for (let frame = 1; frame <= frames; frame += 1) {
    element.scrollTop = (element.scrollHeight * frame) / frames;
    await new Promise(requestAnimationFrame);
  }
}
