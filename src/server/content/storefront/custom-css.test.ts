import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkCustomCss } from './custom-css.ts'

test.for([
  [
    'a{color:red}\n/* note */ .b:hover > c{margin:calc(1px + var(--x, 2px))}',
    'a{color:red}.b:hover>c{margin:calc(1px + var(--x,2px))}',
  ],
  ['@media (width <= 600px){a{color:red}}', '@media (width<=600px){a{color:red}}'],
  [
    '@supports selector(:has(a)){a{&:hover{color:red}}}',
    '@supports selector(:has(a)){a{&:hover{color:red}}}',
  ],
  ['a{background:url("/media/uploads/a.webp")}', 'a{background:url(/media/uploads/a.webp)}'],
  ['a{mask:url(data:image/png;base64,AAAA)}', 'a{mask:url(data:image/png;base64,AAAA)}'],
  [
    '@font-face{font-family:X;src:url(/media/fonts/a.woff2)format("woff2")}',
    '@font-face{font-family:X;src:url(/media/fonts/a.woff2)format("woff2")}',
  ],
  ['a{color:red', 'a{color:red}'],
  ['/*! kept by minifiers: @import } */a{color:red}', 'a{color:red}'],
] as const)('custom CSS %j is minified into its layer', async ([source, css]) => {
  expect(await checkCustomCss(source)).toEqual({ css: `@layer custom{${css}}`, problems: [] })
})

test('empty CSS, or comments only, is no CSS', async () => {
  expect(await checkCustomCss('')).toEqual({ css: '', problems: [] })
  expect(await checkCustomCss('/* later */')).toEqual({ css: '', problems: [] })
})

test.for([
  ['a{}\n@import "x.css";', 'Line 2: @import is not allowed'],
  ['@\\69mport url(/x);', 'Line 1: @\\69mport is not allowed'],
  ['@charset "utf-8";', 'Line 1: @charset is not allowed'],
  [
    '\n\na{background:url(https://x.example/a.png)}',
    'Line 3: url(https://x.example/a.png) is not a file of this shop: use /media/…',
  ],
  [
    'a{background:url(//x.example/a.png)}',
    'Line 1: url(//x.example/a.png) is not a file of this shop: use /media/…',
  ],
  ['a{background:url(/\\\\x.example/a.png)}', expect.stringMatching(/^Line 1: url\(.*is not a file/)],
  ['a{background:u\\72l("//x.example")}', 'Line 1: u\\72l() is not allowed'],
  [
    'a{background:image-set("https://x.example/a.png" 1x)}',
    'Line 1: image-set() may only name files of this shop: use /media/…',
  ],
  [
    'a{--u:url(https://x.example)}',
    'Line 1: url(https://x.example) is not a file of this shop: use /media/…',
  ],
  ['a{width:expression(alert(1))}', 'Line 1: expression() is not allowed'],
  ['a{behavior:url(/media/x.htc)}', 'Line 1: behavior is not allowed'],
  ['a{color:red}\n}</style><script>', 'Line 2: "</" is not allowed'],
  ['<!-- a{color:red} -->', 'Line 1: HTML comments are not allowed: use /* … */'],
  ['a{color:red}\n} b{color:red}', expect.stringMatching(/^Line 2: /)],
  ['a{color:red}\nb{color}', expect.stringMatching(/^Line 2: /)],
] as const)('custom CSS %j is refused with its line', async ([source, problem]) => {
  const { css, problems } = await checkCustomCss(source)

  expect(css).toBe('')
  expect(problems[0]).toEqual(problem)
})

test('custom CSS of more than 50 KB is refused', async () => {
  const rule = 'a{color:red}'
  expect(await checkCustomCss(rule.repeat(4_266))).toMatchObject({ problems: [] })
  expect(await checkCustomCss(rule.repeat(4_267))).toEqual({
    css: '',
    problems: ['The CSS is larger than 50 KB'],
  })
})

test('a check ends with the same result after any other CSS', () => {
  // In a process of its own: a loop without end could not be stopped here.
  const script = `
    const { checkCustomCss } = await import('./src/server/content/storefront/custom-css.ts')
    const results = []
    for (const bracket of ['(', '{', '['])
      for (const source of ['{a}*/)url(--c!/*', 'aburl()/@media print}*///x.y((--c', 'a{b:c}']) {
        await checkCustomCss(bracket.repeat(200))
        const { css, problems } = await checkCustomCss(source)
        results.push(css || problems[0])
      }
    console.log(JSON.stringify(results))`
  const { stdout, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    timeout: 60_000,
    encoding: 'utf8',
  })
  const refused = 'Line 1: Selector is expected'
  const alone = [refused, refused, '@layer custom{a{b:c}}']
  expect(signal).toBe(null)
  expect(JSON.parse(stdout)).toEqual([...alone, ...alone, ...alone])
})

test('accepted CSS never leaves its layer or names another host', async () => {
  const pieces = fc.constantFrom(
    ...[
      'a',
      '{',
      '}',
      ':',
      ';',
      'red',
      '"',
      "'",
      '\\',
      '/*',
      '*/',
      '(',
      ')',
      '<',
      '/',
      '\n',
      '@media print',
      '@import',
      'url(',
      '//x.y',
      'b',
      ',',
      '--c',
      '\\7d ',
      '!',
    ],
  )
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 24 }), async (parts) => {
      const { css } = await checkCustomCss(parts.join(''))
      if (css === '') return
      expect(depthsOf(css)).toEqual({ least: 1, last: 0 })
      // A string outside url() is only text, and an escaped @ is a letter of a name.
      expect(css.replace(/(?<!url\()"(?:\\.|[^"\\])*"|\\@/gis, '')).not.toMatch(/@import|url\("?\/\//i)
    }),
    { numRuns: 400 },
  )
})

/** How deep the braces are: never 0 before the end, as that would be outside the layer. Strings do not count. */
function depthsOf(css: string) {
  const plain = css.replace(/"(?:\\.|[^"\\])*"/gs, '').replace(/\\./gs, '')
  let depth = 0
  const depths = [...plain.slice('@layer custom'.length)].map((char) => {
    depth += char === '{' ? 1 : char === '}' ? -1 : 0
    return depth
  })
  return { least: Math.min(...depths.slice(0, -1)), last: depths.at(-1) }
}
