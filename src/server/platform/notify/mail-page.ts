import { schemeOf } from '#contract/rules/dark-scheme.ts'
import { escapeHtml, html, type Markup } from './escape-html.ts'
import { type MailLook, pictureUrl } from './mail-look.ts'

type Page = {
  title: string
  /** The preview text that mail clients show next to the subject. */
  preview: string
  heading: string
  parts: readonly Markup[]
}

const sans = "Figtree,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const serif = "Fraunces,Georgia,'Times New Roman',serif"

/**
 * The shop's mail layout: store name, content, contact. Tables and inline styles, because mail clients support
 * little else; no scripts or web fonts, and readable without images.
 */
export function mailPage(look: MailLook, { title, preview, heading, parts }: Page): string {
  const { colours, store_name, storeUrl, logo } = look
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${schemeTags(look)}
<title>${title}</title>
${outlookFonts}
</head>
<body class="ground" style="margin:0;padding:0;background:${colours.background}">
<div style="display:none">${preview}</div>
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" bgcolor="${colours.background}" class="ground" style="background:${colours.background}"><tr><td align="center" style="padding:28px 12px">
${outlookOnly(`<table role="presentation" width="${WIDTH}" align="center" cellspacing="0" cellpadding="0"><tr><td>`)}
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" class="text" style="max-width:${String(WIDTH)}px;font:16px/1.55 ${sans};color:${colours.text};text-align:left">
<tr><td style="padding:0 8px 20px"><a href="${storeUrl}/" class="text" style="font:600 24px/1.2 ${serif};color:${colours.text};text-decoration:none">${logo ? html`<img src="${logo}" width="160" alt="${store_name || title}" style="display:block;width:160px">` : store_name || title}</a></td></tr>
<tr><td bgcolor="${colours.surface}" class="surface edge" style="padding:32px 28px;background:${colours.surface};border:1px solid ${colours.border};border-radius:14px">
<h1 class="text" style="margin:0 0 12px;font:600 27px/1.2 ${serif};color:${colours.text}">${unbroken(heading)}</h1>
${parts}
</td></tr>
<tr><td class="muted" style="padding:20px 8px 0;font-size:14px;color:${colours.muted}">${footOf(look)}</td></tr>
</table>
${outlookOnly('</td></tr></table>')}
</td></tr></table>
</body>
</html>
`.markup
}

/** Pixels. */
const WIDTH = 580

/** Outlook for Windows draws like Word: it knows no greatest width, and takes Times for a font that it does not have. */
const outlookOnly = (markup: string): Markup => ({ markup: `<!--[if mso]>${markup}<![endif]-->` })

const outlookFonts = outlookOnly('<style>td,p,h1,a,span{font-family:Arial,sans-serif !important}</style>')

/** The dark colours of the theme (ADR 0049) for mail clients that follow the device; a dark theme stays as it is. */
function schemeTags({ colours }: MailLook): Markup {
  const given = Object.entries(colours).map(([name, color]) => [variableOf(name), color] as const)
  const { name, colors } = schemeOf('device', new Map(given))
  const meta = html`<meta name="color-scheme" content="${name}"><meta name="supported-color-schemes" content="${name}">`
  if (!colors) return meta
  const dark = (color: keyof MailLook['colours']) => `${colors.get(variableOf(color)) ?? ''}!important`
  const rules = [
    `.ground{background:${dark('background')}}`,
    `.surface{background:${dark('surface')}}`,
    `.edge{border-color:${dark('border')}}`,
    `.rest{background:${dark('border')}}`,
    `.text{color:${dark('text')}}`,
    `.muted{color:${dark('muted')}}`,
    `.primary{background:${dark('primary')}}`,
    `.on-primary{color:${dark('on-primary')}}`,
  ]
  return {
    markup: `${meta.markup}\n<style>:root{color-scheme:${name}}@media (prefers-color-scheme:dark){${rules.join('')}}</style>`,
  }
}

const variableOf = (color: string) =>
  color === 'text' ? '--text-primary' : color === 'muted' ? '--text-muted' : `--color-${color}`

/** The contact lines; the text part ends with them too. */
export function mailFoot({ footer, store_email, store_phone, store_name, storeUrl }: MailLook): string {
  const contact = [store_email, store_phone].filter(Boolean).join(' or ')
  return [footer, contact && `Questions? ${contact}`, [store_name, storeUrl].filter(Boolean).join(', ')]
    .filter(Boolean)
    .join('\n')
}

const footOf = (look: MailLook) => withBreaks(mailFoot(look).split('\n'))

const withBreaks = (lines: readonly string[]) =>
  lines.flatMap((line, at) => (at ? [html`<br>`, ...unbroken(line)] : unbroken(line)))

/** A paragraph; line breaks of the text stay. */
export const mailText = (
  text: string,
): Markup => html`<p style="margin:0 0 16px">${withBreaks(text.split('\n'))}</p>
`

/** Keeps the numbers of orders, refunds and telephones on one line. */
const unbroken = (text: string): Markup[] =>
  text
    .split(/(\b[A-Z]{2}-\d+\b|\+\d[\d ]{5,14}\d)/)
    .map((part, at) => (at % 2 ? html`<span style="white-space:nowrap">${part}</span>` : escapeHtml(part)))

export const mailButton = ({ colours }: MailLook, { href, label }: { href: string; label: string }): Markup =>
  // Outlook for Windows draws neither the padding nor the background of a link: there they are the cell's.
  html`<table role="presentation" cellspacing="0" cellpadding="0" style="margin:24px 0"><tr><td bgcolor="${colours.primary}" class="primary" style="border-radius:999px;background:${colours.primary};mso-padding-alt:13px 26px"><a href="${href}" class="on-primary" style="display:inline-block;padding:13px 26px;color:${colours['on-primary']};font-weight:600;text-decoration:none">${label}</a></td></tr></table>
`

export const mailLink = ({ colours }: MailLook, { href, label }: { href: string; label: string }): Markup =>
  html`<p style="margin:0 0 16px"><a href="${href}" class="text" style="color:${colours.text}">${label}</a></p>
`

/** A picture of the media library above a text. */
export const mailPicture = ({ storeUrl }: MailLook, path: string): Markup =>
  html`<p style="margin:0 0 20px"><img src="${pictureUrl(storeUrl, path)}" width="320" alt="" style="display:block;width:320px;max-width:100%;height:auto;border-radius:10px"></p>
`

/** Lines with an optional amount. */
export function mailRows({ colours }: MailLook, rows: readonly { name: string; amount?: string }[]): Markup {
  const edge = `border-bottom:1px solid ${colours.border}`
  return html`<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:8px 0 24px">${rows.map(
    ({ name, amount = '' }) =>
      html`<tr><td class="edge" style="padding:10px 0;${edge}">${unbroken(name)}</td><td align="right" class="edge" style="padding:10px 0 10px 12px;white-space:nowrap;${edge}">${amount}</td></tr>`,
  )}</table>
`
}

/** A labelled block of lines. */
export const mailBlock = ({ colours }: MailLook, label: string, lines: readonly string[]): Markup =>
  html`<p style="margin:0 0 16px"><span class="muted" style="font-size:13px;color:${colours.muted}">${label}</span><br>${withBreaks(lines)}</p>
`

/** The steps of an order, as its mails show them. */
const steps = ['Ordered', 'Packed', 'Shipped', 'Out for delivery', 'Delivered'] as const

/** The order's progress as a bar with one segment per step, and as text. */
export function mailProgress({ colours }: MailLook, reached: (typeof steps)[number]): Markup {
  const at = steps.indexOf(reached)
  // Cells with gaps between them, because Outlook for Windows draws no height of a block.
  const gap = html`<td width="3" style="font-size:0">&nbsp;</td>`
  const cells = steps.map((_, step) => {
    const color = step <= at ? colours.primary : colours.border
    return html`${step ? gap : ''}<td width="19%" height="6" bgcolor="${color}" class="${step <= at ? 'primary' : 'rest'}" style="border-radius:3px;font-size:0;line-height:6px;background:${color}">&nbsp;</td>`
  })
  return html`<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:4px 0 6px"><tr>${cells}</tr></table>
<p class="muted" style="margin:0 0 20px;font-size:14px;color:${colours.muted}">Step ${String(at + 1)} of ${String(steps.length)}: ${reached}</p>
`
}

export type MailLine = {
  name: string
  note: string
  quantity: number
  total: string
  /** Relative to the media folder. */
  image_path: string | null
}

/** The order items with their images. */
export function mailLines({ colours, storeUrl }: MailLook, lines: readonly MailLine[]): Markup {
  const edge = `border-top:1px solid ${colours.border}`
  const cellOf = (path: string | null) => html`
<td width="64" valign="top" class="edge" style="padding:14px 14px 14px 0;${edge}">${
    path
      ? html`<img src="${pictureUrl(storeUrl, path)}" width="64" alt="" style="display:block;width:64px;border-radius:8px">`
      : ''
  }</td>`
  const hasPictures = lines.some(({ image_path }) => image_path)
  const rows = lines.map(
    ({ name, note, quantity, total, image_path }) => html`<tr>${hasPictures ? cellOf(image_path) : ''}
<td valign="top" class="edge" style="padding:14px 0;${edge}">${name}<br><span class="muted" style="font-size:14px;color:${colours.muted}">Quantity ${String(quantity)}${note ? html`<br>${note}` : html``}</span></td>
<td align="right" valign="top" class="edge" style="padding:14px 0 14px 12px;white-space:nowrap;${edge}">${total}</td>
</tr>`,
  )
  return html`<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:8px 0">${rows}</table>
`
}

/** Amounts and their total. */
export function mailSums(
  { colours }: MailLook,
  sums: readonly { label: string; amount: string }[],
  total: string,
): Markup {
  const rows = sums.map(({ label, amount }, at) => {
    const style = `padding:${at ? 3 : 13}px 0 3px;color:${colours.muted}`
    return html`<tr><td class="muted" style="${style}">${label}</td><td align="right" class="muted" style="${style}">${amount}</td></tr>`
  })
  return html`<table role="presentation" width="100%" cellspacing="0" cellpadding="0" class="edge" style="margin:0 0 24px;border-top:1px solid ${colours.border}">${rows}
<tr><td style="padding:8px 0 0;font-weight:700">Total</td><td align="right" style="padding:8px 0 0;font-weight:700">${total}</td></tr></table>
`
}
