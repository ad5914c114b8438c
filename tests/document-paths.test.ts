import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findBrokenCitations } from './citations.ts'

const project = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(project, file), 'utf8')
const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'src/pages/README.md'].concat(
  globSync('docs/**/*.md', { cwd: project }),
)

/** Decision records describe the tree of their time, so only these must name files of today. */
const current = [
  'README.md',
  'CONTRIBUTING.md',
  'src/pages/README.md',
  'docs/request-path.md',
  'docs/style.md',
  'docs/first-hour.md',
  'docs/upgrading.md',
  ...['architecture', 'back-office', 'performance', 'plugins', 'security', 'wire-contract'].map(
    (name) => `docs/design/${name}.md`,
  ),
]

test.for(current)('files and folders named in %s exist', (document) => {
  const named = [...read(document).matchAll(/`((?:src|scripts|tests|docs|migrations|e2e)\/[^`\s]+)`/g)]
    .map(([, path]) => String(path))
    .filter((path) => !/[<*{]/.test(path))
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((path) => !existsSync(join(project, path)))).toEqual([])
})

/** The anchors that code hosts give headings. */
const anchorsOf = (document: string) =>
  [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('relative links in documents have a target, and their fragments a heading', () => {
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(([^):#\s]*)(?:#([^)\s]*))?\)/g)]
      .map(([, path, fragment]) => ({ target: path ? join(dirname(document), path) : document, fragment }))
      .filter(
        ({ target, fragment }) =>
          !existsSync(join(project, target)) || (fragment && !anchorsOf(target).includes(fragment)),
      )
      .map(({ target, fragment }) => `${document}: ${target}${fragment ? `#${fragment}` : ''}`),
  )
  expect(broken).toEqual([])
})

/** Files with comments and prose, without the specification, which cites nothing, and this check with its planted errors. */
const citing = globSync(
  [
    '{src,scripts,tests,e2e,bench,migrations,docs,examples,deploy}/**/*.{ts,tsx,mjs,css,sql,md,csv}',
    '*.{ts,md}',
  ],
  { cwd: project },
).filter((file) => !['docs/spec.md', 'tests/citations.ts', 'tests/document-paths.test.ts'].includes(file))

test('every citation of a document or decision record names one of its parts', () => {
  expect(citing.length).toBeGreaterThan(2_000)
  expect(citing.flatMap((file) => findBrokenCitations(file, read(file)))).toEqual([])
})

test('a citation of a part that does not exist is reported with its file and line', () => {
  const text = [
    '/**',
    ' * Sent once. Spec §7 Cart, decisions',
    ' * §1.8, §99 and §1.99; security §30, §3–§6.',
    ' * Decisions §3 "Special pages", §3 "Ordinary pages"; RFC 9110 §14.',
    ' */',
    '// Performance row 15, performance row 99. ADR 0001, 9999; ADRs 0002 and 9998',
    '-- UX "PDP" 4, UX "PDP" 40, UX "Nowhere"; UX, home; ux.md',
    '// Architecture, "Facts"; architecture "Rumours"; Back office, "Page editor"; plugins, "Slot',
    '// names"',
  ].join('\n')
  expect(findBrokenCitations('a.ts', text).toSorted()).toEqual([
    'a.ts:3: decisions has no point 1.99',
    'a.ts:3: decisions has no section 99',
    'a.ts:3: security has no section 30',
    'a.ts:4: decisions §3 does not contain "Ordinary pages"',
    'a.ts:6: ADR 9998 does not exist',
    'a.ts:6: ADR 9999 does not exist',
    'a.ts:6: performance row 99 does not exist',
    'a.ts:7: UX "PDP" has no point 40',
    'a.ts:7: UX has no section or row "Nowhere"',
    'a.ts:7: UX is cited without the title of a section in quotation marks',
    'a.ts:7: ux.md is cited without the title of a section in quotation marks',
    'a.ts:8: architecture has no section or row "Rumours"',
  ])
  expect(findBrokenCitations('b.ts', '// As §5 says')).toEqual(['b.ts:1: §5 names no document'])
})

/** The files of the decision records, without their index. */
const records = readdirSync(join(project, 'docs/adr')).filter((file) => file !== 'README.md')

test('there are at most 60 decision records, each with a number of its own and in the index', () => {
  const numbers = records.map((file) => file.slice(0, 4))
  expect(records.length).toBeLessThanOrEqual(60)
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  const index = read('docs/adr/README.md')
  expect(
    records.filter((file) => !new RegExp(`^\\| \\[.+\\]\\(${file}\\) \\| .+ \\|$`, 'm').test(index)),
  ).toEqual([])
})

test.for(records)(
  'decision record %s has a title with its number, its parts, and at most 60 lines',
  (file) => {
    const text = read(`docs/adr/${file}`)
    expect(text).toMatch(new RegExp(`^# ${file.slice(0, 4)}[.:]? \\S`))
    for (const part of ['Context', 'Decision']) expect(text).toMatch(new RegExp(`^(\\*\\*|## )${part}`, 'm'))
    expect(text.split('\n').length).toBeLessThanOrEqual(61)
  },
)
