import { useTranslate } from '@refinedev/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { formatUnitPrice } from '#contract/rules/money.ts';
import { readProductCode } from '#contract/rules/product-code.ts';
import screens from '#src/components/layout/screens.module.css';
import { paceOf, type Stroke, readScan } from '#src/components/scan/recognise.ts';

type Ending = 'enter' | 'tab' | 'lineFeed' | 'enterAndLineFeed' | 'none';

/** What a scanner typed. */
interface Trial {
  readonly text: string;
  /** Usual time between two characters, in ms; Infinity if unknown. */
  readonly pace: number;
  readonly ending: Ending;
  /** Whether each character was typed by its number, with ALT. */
  readonly isByNumber: boolean;
}

/** After this time without a character, in ms, no ending will come. */
const IDLE_MS = 1000;
/** A line feed follows Enter within this time, in ms. */
const LINE_FEED_MS = 300;
const NUMPAD_DIGIT = /^Numpad\d/;
/** Slower than a usual scanner, in ms between two characters. */
const SLOW_MS = 50;
const SEPARATOR = '\u001d';
/** What another layout of the keyboard makes of the marks of a bar code, or of its digits. */
const OTHER_LAYOUT = /^\+[A-Za-z]\d|^\D{8,}$/;

function isLineFeed({ key, ctrlKey }: KeyboardEvent): boolean {
  return ctrlKey && ['j', 'm'].includes(key.toLowerCase());
}

/** What to change in the scanner's settings, or that nothing is to be changed. */
function advicesOf({ text, pace, ending, isByNumber }: Trial): readonly string[] {
  const advices = [
    ...(ending === 'none' ? ['noEnding'] : []),
    ...(ending === 'enter' || ending === 'none' ? [] : ['otherEnding']),
    ...(isByNumber ? ['byNumber'] : []),
    ...(OTHER_LAYOUT.test(text) ? ['layout'] : []),
    ...(pace > SLOW_MS && Number.isFinite(pace) ? ['slow'] : []),
  ];
  return advices.length > 0 ? advices : ['good'];
}

/** A field that tries a scanner, and says what it received. Nothing of it is kept or sent. */
export function ScannerTrial() {
  const translate = useTranslate();
  const id = useId();
  const [trial, setTrial] = useState<Trial | null>(null);
  const strokes = useRef<Stroke[]>([]);
  const isNamed = useRef(false);
  const isByNumber = useRef(false);
  const endedAt = useRef(-Infinity);
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    return () => clearTimeout(idle.current);
  }, []);

  function end(ending: Ending, at: number): void {
    clearTimeout(idle.current);
    const { current: typed } = strokes;
    const text = typed.map((stroke) => stroke.text).join('');
    setTrial({ text, pace: paceOf(typed), ending, isByNumber: isByNumber.current });
    endedAt.current = at;
    strokes.current = [];
    isByNumber.current = false;
    if (field.current) field.current.value = '';
  }

  function add(stroke: Stroke): void {
    strokes.current.push(stroke);
    clearTimeout(idle.current);
    idle.current = setTimeout(() => end('none', stroke.at), IDLE_MS);
  }

  function press(event: KeyboardEvent): void {
    const { key, code, timeStamp: at, altKey, ctrlKey } = event;
    const hasTyped = strokes.current.length > 0;
    isNamed.current = key.length === 1 && !altKey && !ctrlKey;
    if (isNamed.current) add({ text: key, at, isTyped: true });
    else if (altKey && NUMPAD_DIGIT.test(code)) isByNumber.current = true;
    else if (ctrlKey && key === ']') add({ text: SEPARATOR, at, isTyped: true });
    else if (isLineFeed(event) && hasTyped) end('lineFeed', at);
    else if (isLineFeed(event) && at - endedAt.current <= LINE_FEED_MS) {
      setTrial((last) => last && { ...last, ending: 'enterAndLineFeed' });
    } else if (hasTyped && key === 'Enter') end('enter', at);
    else if (hasTyped && key === 'Tab') end('tab', at);
    else return;
    // The character itself goes on into the field.
    if (!isNamed.current && !altKey) event.preventDefault();
  }

  /** What the portal makes of the text. */
  function meaningOf(text: string): string {
    const product = readProductCode(text);
    if (product?.kind === 'weighed') {
      return translate('guide:trial.weighed', { code: product.item, price: formatUnitPrice(product.price) });
    }
    const scan = readScan(text);
    return translate(`guide:trial.${scan?.kind ?? 'unreadable'}`, { code: scan?.code });
  }

  const received: readonly (readonly [string, string])[] = trial
    ? [
        ['characters', `${trial.text.replaceAll(SEPARATOR, '␝')} (${Array.from(trial.text).length})`],
        ['pace', Number.isFinite(trial.pace) ? String(Math.round(trial.pace)) : translate('guide:trial.noPace')],
        ['ending', translate(`guide:trial.endings.${trial.ending}`)],
        ['meaning', meaningOf(trial.text)],
      ]
    : [];

  return (
    <div className="panel guide__trial screen-only">
      <label className="guide__label" htmlFor={id}>
        {translate('guide:trial.label')}
      </label>
      <input
        ref={field}
        id={id}
        className={screens.plainField}
        type="text"
        autoComplete="off"
        data-codes="own"
        aria-describedby={`${id}-hint`}
        onKeyDown={press}
        onInput={({ nativeEvent, timeStamp: at }) => {
          const text = nativeEvent instanceof InputEvent ? (nativeEvent.data ?? '') : '';
          if (!isNamed.current && text !== '') add({ text, at, isTyped: text.length === 1 });
        }}
      />
      <p id={`${id}-hint`}>{translate('guide:trial.hint')}</p>
      <div role="status">
        {trial && (
          <>
            <dl className="guide__received">
              {received.map(([name, value]) => (
                <div key={name}>
                  <dt>{translate(`guide:trial.${name}`)}</dt>
                  <dd translate="no">{value}</dd>
                </div>
              ))}
            </dl>
            {advicesOf(trial).map((advice) => (
              <p key={advice} className="guide__advice" data-good={advice === 'good'}>
                {translate(`guide:trial.advice.${advice}`)}
              </p>
            ))}
          </>
        )}
      </div>
    </div>
  );
}
