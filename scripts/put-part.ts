export type Part = {
  /** Kind of the report; `name` is unique in it. */
  kind: string
  name: string
  /** Markdown. */
  text: string
}

/**
 * Inserts a part into a report: in place of the part of the same name, or at the end. Other parts and text between them stay
 * unchanged.
 *
 * @param before the current report; empty when there is none
 * @param head the beginning of a new report
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

const LINE_WIDTH = 100

/** A list in Markdown, wrapped at 100 characters. */
export const markdownList = (items: readonly string[]): string =>
  items.map((item) => wrap(`- ${item}`, '  ')).join('\n')

function wrap(text: string, indent: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && `${line} ${word}`.length > LINE_WIDTH) {
      lines.push(line)
      line = indent + word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join('\n')
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
