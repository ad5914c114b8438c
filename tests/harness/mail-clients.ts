import { type CssNode, generate, parse, walk } from 'css-tree'
import { ownValue } from '#contract/rules/own-value.ts'
import support from './mail-clients.json' with { type: 'json' }

/** Where the data has another name. */
const slugs: Record<string, string> = {
  'html-h1': 'html-h1-h6',
  'html-td': 'html-table',
  'html-tr': 'html-table',
  'css-border-bottom': 'css-border',
  'css-border-color': 'css-border',
  'css-border-top': 'css-border',
  // The row of the property has the values in its notes.
  'css-display-block': 'css-display',
  'css-display-inline-block': 'css-display',
}

/** What the data has no row for. */
const withoutData: Record<string, string> = {
  ...Object.fromEntries(
    ['a', 'br', 'html', 'head', 'title', 'meta', 'alt', 'href', 'src', 'content', 'name', 'class'].map(
      (name) => [`html-${name}`, 'HTML 2 to 4'],
    ),
  ),
  'html-bgcolor': 'HTML 3.2',
  'html-charset': 'the MIME header says it too',
  'css-color': 'CSS 1',
  'css-mso-padding-alt': 'Outlook’s own',
  'css-pseudo-class-root': 'holds only the color scheme',
}

type Accepted = { because: string; on?: string[] }

/** What one of the clients draws in part or not at all although mails use it: why a mail is right without it, and `on` which elements. */
const accepted: Record<string, Accepted> = {
  'css-at-media': { because: 'holds only the dark colors' },
  'css-at-media-prefers-color-scheme': { because: 'the mail stays light' },
  'css-color-scheme': { because: 'the mail stays light' },
  'html-meta-color-scheme': { because: 'the mail stays light' },
  'css-important': { because: 'holds in <style>, in lowercase, and only for the dark colors' },
  'html-style': { because: 'in the head, and 2 KB of at most 16' },
  'css-background': { because: 'plain colors only', on: ['body', 'table', 'td'] },
  'css-border': { because: '1 px, on cells and tables', on: ['table', 'td'] },
  'css-border-radius': { because: 'corners are square' },
  'css-display': {
    because: 'the cell of a button has its padding; a picture is alone in its cell',
    on: ['a', 'img', 'div'],
  },
  'css-display-none': { because: 'the preview text, without a table or picture in it', on: ['div'] },
  'css-font-size': { because: 'in px' },
  'css-font-weight': { because: '600 and 700' },
  'css-line-height': { because: 'on the cells of the progress bar, which have a height', on: ['td'] },
  'css-margin': { because: 'neither negative nor auto', on: ['body', 'table', 'h1', 'p'] },
  'css-max-width': { because: 'on a table', on: ['table'] },
  'css-padding': { because: 'on cells; the button’s has its own for Outlook', on: ['body', 'td', 'a'] },
  'css-text-align': { because: 'left' },
  'css-text-decoration': { because: 'none' },
  'css-white-space': { because: 'an order number or amount may wrap' },
  'css-width': { because: 'on pictures, which have the attribute too', on: ['img'] },
  'html-body': { because: 'the first table has its color' },
  'html-height': { because: 'px, on cells', on: ['td'] },
  'html-lang': { because: 'on <html>', on: ['html'] },
  'html-role': { because: 'on tables', on: ['table'] },
  'html-width': { because: 'px on pictures', on: ['img', 'table', 'td'] },
}

/** Each element, attribute, property, unit, at-rule and picture format of a mail by its name in the data, with the elements that have it. */
function usesOf(html: string): [use: string, element: string][] {
  const uses: [string, string][] = []
  // Conditional comments are read by Outlook for Windows alone.
  const page = html.replaceAll(/<!--\[if mso\]>.*?<!\[endif\]-->/gs, '')
  for (const [, rules = ''] of page.matchAll(/<style>(.*?)<\/style>/gs))
    uses.push(...cssUses(rules, 'stylesheet').map((use): [string, string] => [use, 'style']))
  for (const [, element = '', attributes = ''] of page.matchAll(/<([a-z]\w*)((?:\s+[\w-]+="[^"]*")*)\s*>/g)) {
    uses.push([`html-${element}`, element])
    for (const [, name = '', value = ''] of attributes.matchAll(/([\w-]+)="([^"]*)"/g)) {
      if (name === 'style')
        uses.push(...cssUses(value, 'declarationList').map((use): [string, string] => [use, element]))
      else uses.push([`html-${name}`, element])
      if (name === 'src') uses.push([`image-${/\.(\w+)$/.exec(value)?.[1]}`, element])
      if (value === 'color-scheme') uses.push(['html-meta-color-scheme', element])
    }
  }
  return uses.map(([use, element]) => [ownValue(slugs, use) ?? use, element])
}

function cssUses(text: string, context: 'stylesheet' | 'declarationList'): string[] {
  const uses: string[] = []
  walk(parse(text, { context }), (node) => {
    uses.push(...namesOf(node).map((name) => `css-${name}`))
  })
  return uses
}

function namesOf(node: CssNode): string[] {
  switch (node.type) {
    case 'Atrule':
      return [`at-${node.name}`]
    case 'Feature':
      return [`at-media-${node.name}`]
    case 'ClassSelector':
      return ['selector-class']
    case 'PseudoClassSelector':
      return [`pseudo-class-${node.name}`]
    case 'Dimension':
      return [`unit-${node.unit}`]
    case 'Percentage':
      return ['unit-percent']
    case 'Function':
      return [`function-${node.name}`]
    case 'Declaration': {
      const { property, value, important } = node
      const names = property === 'display' ? [`display-${generate(value)}`] : [property]
      return important ? [...names, 'important'] : names
    }
    default:
      return []
  }
}

const supportOf = new Map<string, string>(Object.entries(support.features))

/** What these mails use that a client does not draw, without the exceptions above; and exceptions that no mail needs. */
export function clientFaults(mails: readonly string[]): string[] {
  const faults = new Set<string>()
  const needed = new Set<string>()
  for (const [use, element] of mails.flatMap(usesOf)) {
    const found = supportOf.get(use)
    const lacking = support.clients.filter((_, at) => found && found[at] !== 'y')
    if (found ? lacking.length === 0 : Object.hasOwn(withoutData, use)) continue
    const exception = ownValue(accepted, use)
    if (exception && (element === 'style' || exception.on?.includes(element) !== false)) needed.add(use)
    else faults.add(`${use} on <${element}>: ${found ? lacking.join(', ') : 'no data'}`)
  }
  for (const use of Object.keys(accepted))
    if (!needed.has(use)) faults.add(`${use}: no mail needs this exception`)
  return [...faults]
}
