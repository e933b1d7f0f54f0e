import { CheckCircleOutlined, CloseCircleOutlined } from '@ant-design/icons';
import { Tag } from 'antd';
import { memo } from 'react';
import type { Chip } from './statuses.ts';
import { NO_VALUE } from './value.tsx';

const LOOKS = {
  good: { color: 'success', icon: <CheckCircleOutlined aria-hidden /> },
  bad: { color: 'error', icon: <CloseCircleOutlined aria-hidden /> },
  neutral: { color: 'processing', icon: undefined },
} as const;

/** A status as a chip, if there is one. The text says it too, not the colour alone (design §5). */
export const StatusChip = memo(function StatusChip({ label, tone }: Chip) {
  if (label === NO_VALUE) return label;
  const { color, icon } = LOOKS[tone];
  return (
    <Tag color={color} icon={icon} translate={/\d/.test(label) ? 'no' : undefined}>
      {label}
    </Tag>
  );
});
