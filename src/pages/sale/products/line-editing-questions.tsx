import { Button } from 'antd';
import type { SaleContext } from '#src/components/display/sale-facts.tsx';
import { LineProblemMessage, UnusualPriceDialog } from './line-problem-message.tsx';
import styles from './products-step.module.css';
import { priceText } from './unit-price.ts';
import type { LineEditing, WrongLine } from './use-line-editing.ts';

interface LineEditingQuestionsProps {
  readonly editing: LineEditing;
  readonly facts: SaleContext;
  /** Leads to the field that is wrong. */
  readonly onLead: (wrong: WrongLine) => void;
  /** Called after the answer, when the question and its focused button disappear. */
  readonly onAnswered: () => void;
}

/** The errors and questions about edited lines of the cart (§5). */
export function LineEditingQuestions({ editing, facts, onLead, onAnswered }: LineEditingQuestionsProps) {
  const { unusual } = editing;
  const wrong = editing.wrong.at(-1);
  return (
    <>
      <div className={styles.messages} aria-live="polite">
        {/* The line may be on another page of the table. */}
        {wrong && (
          <Button type="link" onClick={() => onLead(wrong)}>
            {wrong.item.product.name}
          </Button>
        )}
        {wrong && (
          <LineProblemMessage
            problem={wrong.problem}
            takesFocus={wrong.isEntered}
            onAnswer={(meant) => {
              onAnswered();
              editing.commit(wrong.item, { ...editing.fieldsOf(wrong.item), unitPrice: priceText(meant) });
            }}
          />
        )}
      </div>
      <UnusualPriceDialog
        product={unusual?.product}
        line={unusual?.line}
        facts={facts}
        onYes={editing.confirm}
        onClose={editing.cancel}
      />
    </>
  );
}
