import { Popover } from 'antd';
import { Value } from '../value/value.tsx';
import styles from './hover-detail.module.css';

interface HoverDetailProps {
  readonly text: string;
  readonly detail: string;
}

/** §9: delay of tooltips and popovers, in seconds as antd expects. */
const SHOW_DELAY_S = 0;
const HIDE_DELAY_S = 0.05;

/** A word with a popover that opens on hover and keyboard focus. */
export function HoverDetail({ text, detail }: HoverDetailProps) {
  return (
    <Popover
      content={<Value text={detail} />}
      trigger={['hover', 'focus']}
      mouseEnterDelay={SHOW_DELAY_S}
      mouseLeaveDelay={HIDE_DELAY_S}
    >
      <button type="button" className={styles.word}>
        <Value text={text} />
        <Value className="visually-hidden" text={` (${detail})`} />
      </button>
    </Popover>
  );
}
