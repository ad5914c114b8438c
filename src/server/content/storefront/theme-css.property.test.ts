import { parse, walk } from 'css-tree'
import fc from 'fast-check'
import { test } from 'vitest'
import { themeCss } from '#shell/theme-css.ts'
import { readAppearance } from './read-appearance.ts'

const HOSTILE = [
  ...[
    'red;}body{display:none}',
    '#fff</style><script>',
    'url(//evil.example)',
    '"',
    "'}",
    '/*',
    '*/',
    '\\',
    '<!--',
  ],
  ...['expression(1)', '@import "x"', '\0', '\n}', '#fff;--x:url(//evil.example)', `#${'f'.repeat(10_240)}`],
]
const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 40 }))
const or = <Value>(valid: fc.Arbitrary<Value>) => fc.oneof(valid, text, fc.anything({ maxDepth: 1 }))
const color = or(fc.constantFrom('#9a3f1f', '#FFF', '#1234', '#11223344'))
const variable = or(
  fc.constantFrom('--color-primary', '--color-my-tone', '--text-muted', '--color-background'),
)
const font = fc.record({
  font_family: or(fc.constantFrom('Fraunces Variable', 'system-ui, serif', "O'Neil")),
  font_size: or(fc.constantFrom('1rem', '14px', '1.5em')),
  font_weight: or(fc.constantFrom(100, 400, 900)),
})
const stored = fc.record(
  {
    color_scheme: or(fc.constantFrom('light', 'dark', 'device')),
    theme_colors: or(fc.array(fc.record({ variable, color }), { maxLength: 6 })),
    text_colors: or(fc.array(fc.record({ variable, color }), { maxLength: 4 })),
    background: or(
      fc.record({
        enabled: or(fc.boolean()),
        type: or(fc.constantFrom('color', 'image')),
        color: or(fc.constantFrom('#fff', null)),
        image: or(fc.record({ path: or(fc.constantFrom('kiln/a b.png', 'x.webp')) })),
      }),
    ),
    typography: or(fc.record({ body: font, heading: font })),
    fonts: or(
      fc.array(
        fc.record({
          family: or(fc.constantFrom('Fraunces Variable')),
          path: or(fc.constantFrom('/fonts/fraunces-latin-wght-normal.woff2')),
          weight_range: or(fc.constantFrom('400', '400 900')),
          is_variable: or(fc.boolean()),
        }),
        { maxLength: 3 },
      ),
    ),
    radius: or(fc.constantFrom('0', '10px', '0.5rem')),
    page_layout: or(fc.constantFrom('Boxed Content', 'Full Width')),
  },
  { requiredKeys: [] },
)

const RULES = ['font-face', 'layer', 'media']
const SELECTORS = [':root', 'html', 'body']

test('the style sheet of any stored appearance has only the rules and properties of a theme', () => {
  fc.assert(
    fc.property(stored, (values) => {
      const css = themeCss(readAppearance(values))
      const problems: string[] = []
      const sheet = parse(css, { onParseError: ({ message }) => void problems.push(message) })
      walk(sheet, (node) => {
        if (node.type === 'Atrule' && !RULES.includes(node.name)) problems.push(`@${node.name}`)
        if (node.type === 'TypeSelector' && !SELECTORS.includes(node.name)) problems.push(node.name)
        if (node.type === 'PseudoClassSelector' && node.name !== 'root') problems.push(node.name)
        if (node.type === 'Url' && !/^\/(?:fonts|media|_img)\//.test(node.value)) problems.push(node.value)
        if (node.type === 'Raw' && /[{}<;]/.test(node.value)) problems.push(node.value)
      })
      if (css.includes('<')) problems.push('<')
      return problems.length === 0
    }),
    { numRuns: 400 },
  )
})
