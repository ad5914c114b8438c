export type Part = {
  /** What kind of report it is a part of; `name` is unique in it. */
  kind: string
  name: string
  /** Markdown. */
  text: string
}

/**
 * A report with this part in it: in place of the part of the same name, or at the end. Other parts, and what somebody else wrote
 * between them, stay as they are.
 * @param before the report as it was; empty when there was none
 * @param head begins a report that there was not
 */
export function putPart(before: string, head: string, { kind, name, text }: Part): string {
  const [from, to] = [`<!-- ${kind}: ${name} -->`, `<!-- end of ${name} -->`]
  const marked = `${from}\n${text}\n${to}`
  const start = before.indexOf(from)
  const end = before.indexOf(to, start)
  if (start < 0 || end < 0)
    return `${before.trim() === '' ? head : before.trimEnd()}\n\n${marked}\n`.replace(/\n{3,}/g, '\n\n')
  return before.slice(0, start) + marked + before.slice(end + to.length)
}

/** A table in Markdown. */
export const markdownTable = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  [headings, headings.map(() => '---'), ...rows]
    .map((cells, line) =>
      line === 1
        ? `|${cells.join('|')}|`
        : `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
    )
    .join('\n')
