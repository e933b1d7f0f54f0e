import type { Page } from '@playwright/test';

/** Runs in the page, so it must not use anything from outside. */
function findMotions(): string[] {
  /** In seconds: what lasts longer is seen. */
  const UNSEEN = 0.001;
  const longest = (durations: string) => Math.max(...durations.split(',').map(Number.parseFloat));
  const styled = [...document.querySelectorAll('body, body *')].flatMap((element) => {
    const { animationDuration, transitionDuration } = getComputedStyle(element);
    const lasts = Math.max(longest(animationDuration), longest(transitionDuration)) > UNSEEN;
    return lasts ? [`${element.tagName} ${element.getAttribute('class') ?? ''}`] : [];
  });
  const running = document.getAnimations().flatMap((animation) => {
    const duration = Number(animation.effect?.getComputedTiming().duration) / 1000;
    if (animation.playState !== 'running' || duration <= UNSEEN) return [];
    return [animation instanceof CSSAnimation ? animation.animationName : animation.id];
  });
  return [...new Set([...styled, ...running])];
}

/** What moves, or would on its next change, for longer than an eye sees: of elements by their style, and what runs. */
export function lastingMotions(page: Page): Promise<string[]> {
  return page.evaluate(findMotions);
}
