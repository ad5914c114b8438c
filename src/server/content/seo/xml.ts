import { ownValue } from '#contract/rules/own-value.ts'

/** Escapes text for an element or attribute of XML 1.0 and removes characters XML does not allow. */
export const escapeXml = (text: string) =>
  text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (char) => ownValue(entities, char) ?? '')

/** XML 1.0 §2.2: control characters except tab and line ends, unpaired surrogates, U+FFFE and U+FFFF. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** `<name>text</name>`, or nothing for empty text. */
export const element = (name: string, text: string | number | null | undefined) =>
  text === '' || text === null || text === undefined ? '' : `<${name}>${escapeXml(String(text))}</${name}>`

/** The same around elements that are already serialised. */
export const parent = (name: string, ...children: string[]) => `<${name}>${children.join('')}</${name}>`

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
