import path from 'node:path';

/** The folder of a file's page, or undefined. */
function pageOf(file) {
  return /\/src\/pages\/([^/]+)/.exec(file)?.[1];
}

/** Methods of Playwright's pages and elements that answer at once. */
const LOOK =
  '/^(all(InnerTexts|TextContents)|boundingBox|count|evaluate(All)?|getAttribute|inner(HTML|Text)|inputValue|is[A-Z]\\w+|textContent|title)$/';

/** A linter plugin with the rules that no published plugin has. */
export default {
  meta: { name: 'house' },
  rules: {
    // A call of type void may return a promise in a newer browser, and React would take that promise for the clean-up.
    'effect-body': {
      create: (context) => ({
        'CallExpression[callee.name=/^use(Layout|Insertion)?Effect$/] > ArrowFunctionExpression[expression=true]'(
          node,
        ) {
          context.report({ node, message: 'An effect returns nothing but a clean-up: give it a body in braces.' });
        },
      }),
    },
    // By default vitest waits for a second, which a busy machine may need.
    'wait-limit': {
      create: (context) => ({
        'CallExpression[callee.object.name="vi"][callee.property.name=/^wait(For|Until)$/][arguments.length=1]'(node) {
          context.report({ node, message: 'Give a timeout in ms: the default is short for a busy machine.' });
        },
      }),
    },
    // The machine's clock may be wrong by days.
    'one-clock': {
      create: (context) => ({
        ':matches(NewExpression[callee.name="Date"], CallExpression[callee.name="dayjs"])[arguments.length=0]'(node) {
          context.report({ node, message: 'This instant and today are those of contract/rules/clock.ts.' });
        },
      }),
    },
    // What a page shows now may not be what it shows in the end: a busy machine takes longer than the test expects.
    'one-look': {
      create: (context) => {
        const report = (node) =>
          context.report({
            node,
            message: 'A page needs time: expect it by an assertion that waits, or by expect.poll.',
          });
        return {
          [`CallExpression[callee.name="expect"] > AwaitExpression > CallExpression[callee.property.name=${LOOK}]`]:
            report,
          [`CallExpression[callee.object.name="expect"] > AwaitExpression > CallExpression[callee.property.name=${LOOK}]`]:
            report,
          'CallExpression[callee.property.name="waitForLoadState"] > Literal[value="networkidle"]': report,
          'CallExpression[callee.property.name="waitForTimeout"]': report,
        };
      },
    },
    // One rule replaces an import zone for each page.
    'one-page': {
      create: (context) => ({
        ':matches(ImportDeclaration, ImportExpression, ExportNamedDeclaration, ExportAllDeclaration) > Literal.source'(
          node,
        ) {
          const { filename } = context;
          const page = pageOf(path.resolve(path.dirname(filename), String(node.value).replace(/^#/, '/')));
          if (page && page !== pageOf(filename)) {
            context.report({ node, message: 'No page imports another: what two show stands in components.' });
          }
        },
      }),
    },
  },
};
