import { expect, test } from 'vitest'
import { contrastOf } from '#contract/rules/contrast.ts'
import { mailButton, mailLines, mailPage, mailProgress, mailRows, mailText } from './mail-page.ts'

const look = {
  store_name: 'Kiln & Loom',
  store_email: 'hello@shop.example',
  store_phone: '',
  storeUrl: 'https://shop.example',
  colours: {
    ...{ background: '#f5f1ec', surface: '#ffffff', border: '#e7e0d8', primary: '#9a3f1f' },
    ...{ 'on-primary': '#ffffff', text: '#2b2622', muted: '#6b625a' },
  },
  texts: {},
  logo: null,
  footer: '',
}
const line = { name: 'Mug', note: '', quantity: 1, total: '₹500', image_path: 'kiln/mug.avif' }
const pageOf = (colours = look.colours) =>
  mailPage(
    { ...look, colours },
    {
      title: 'Your order',
      preview: 'Thank you',
      heading: 'Thank you',
      parts: [
        mailProgress(look, 'Packed'),
        mailLines(look, [line]),
        mailRows(look, [{ name: 'SF-100001', amount: '₹500' }]),
        mailButton(look, { href: 'https://shop.example/orders', label: 'Your order' }),
      ],
    },
  )

test('pictures of mails are JPEG', () => {
  expect(pageOf()).toContain('src="https://shop.example/_img/320x/kiln/mug.avif.jpg" width="64"')
  expect(pageOf()).not.toContain('webp')
})

test('lines have a column for pictures when one of them has a picture', () => {
  const plain = { ...line, image_path: null }
  expect(mailLines(look, [plain, line]).markup.split('<td width="64"')).toHaveLength(3)
  expect(mailLines(look, [plain]).markup).not.toContain('width="64"')
})

test('a telephone number and an order number stay on one line', () => {
  const page = mailPage(
    { ...look, store_phone: '+91 90000 00000' },
    { title: '', preview: '', heading: '', parts: [mailText('Order SF-100001: call +91 90000 00000.')] },
  )
  const unbroken = [...page.matchAll(/<span style="white-space:nowrap">(.*?)<\/span>/g)].map(
    ([, text]) => text,
  )
  expect(unbroken).toEqual(['SF-100001', '+91 90000 00000', '+91 90000 00000'])
})

test('Outlook for Windows has the width, the font and the button in its own words', () => {
  const page = pageOf()
  const [, open = ''] = /<!--\[if mso\]>(<table .*?)<!\[endif\]-->/.exec(page) ?? []
  expect(open).toContain('width="580"')
  expect(page).toContain('font-family:Arial,sans-serif !important')
  expect(page).toMatch(
    /<td bgcolor="#9a3f1f" [^>]*mso-padding-alt:13px 26px"><a href="https:\/\/shop.example\/orders"/,
  )
  // Each conditional comment is closed, and so are the tables in them.
  expect(page.split('<!--[if mso]>')).toHaveLength(page.split('<![endif]-->').length)
  expect(page.split('<table')).toHaveLength(page.split('</table>').length)
})

test('a dark device gets the dark colours of the theme, and each colour of a mail has one', () => {
  const page = pageOf()
  const [, rules = ''] = /@media \(prefers-color-scheme:dark\)\{(.*?)\}<\/style>/.exec(page) ?? []
  const dark = Object.fromEntries(
    [...rules.matchAll(/\.([\w-]+)\{[\w-]+:(#\w+)!important\}/g)].map(([, name = '', color]) => [
      name,
      color,
    ]),
  )
  expect(page).toContain('<meta name="color-scheme" content="light dark">')
  for (const [text, ground] of [
    ['text', 'ground'],
    ['text', 'surface'],
    ['muted', 'surface'],
    ['muted', 'ground'],
    ['on-primary', 'primary'],
  ] as const)
    expect([text, ground, (contrastOf(dark[text] ?? '', dark[ground] ?? '') ?? 0) >= 4.5]).toEqual([
      text,
      ground,
      true,
    ])
  const body = page.slice(page.indexOf('<body'))
  for (const [, tag] of body.matchAll(/<([a-z][^>]*(?:color:#|background:#|border[\w-]*:1px)[^>]*)>/g))
    expect(tag).toContain('class="')
})

test('a theme that is dark itself stays as it is', () => {
  const page = pageOf({ ...look.colours, background: '#101010', surface: '#202020', text: '#ffffff' })
  expect(page).toContain('<meta name="color-scheme" content="dark">')
  expect(page).not.toContain('prefers-color-scheme')
})

test('a logo takes the place of the name, which is its text alternative, and the footer is above the contact', () => {
  const logo = 'https://shop.example/_img/320x/logo.png.jpg'
  const page = mailPage(
    { ...look, logo, footer: 'Open 10 to 6\n<b>Pune</b>' },
    { title: 'Order', preview: '', heading: 'Order', parts: [] },
  )

  expect(page).toContain(`<img src="${logo}" width="160" alt="Kiln &amp; Loom"`)
  expect(page).toContain('Open 10 to 6<br>&lt;b&gt;Pune&lt;/b&gt;<br>Questions? hello@shop.example')
})
