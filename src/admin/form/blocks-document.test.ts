import { Node } from '@tiptap/pm/model'
import { getSchema } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { StoredBlocks } from '#contract/admin/content/blog-posts.ts'
import { parseInline, writeInline } from '#contract/rules/inline-markup.ts'
import { baseOptions } from './blocks-base.ts'
import { type Blocks, blocksToDocument, documentToBlocks, withoutBlanks } from './blocks-document.ts'
import { blockNodes, picture } from './blocks-nodes.ts'

const schema = getSchema([StarterKit.configure(baseOptions), ...blockNodes, picture])

/** Texts of the pieces that markup and scripts consist of. */
const text = (maxLength: number) =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '*',
          '**',
          '***',
          '[',
          ']',
          '(',
          ')',
          '](/',
          '[a](/b)',
          '**c**',
          '\\',
          '_',
          '`',
          '<b>',
          '\n',
          ' ',
        ),
        fc.constantFrom('मिट्टी', 'क्‍ष', 'طين', 'עִבְרִית', '👩🏽‍🎨', '🏺', 'é', 'a', '1. ', '## ', '> '),
        fc.string({ unit: 'grapheme', maxLength: 8 }),
      ),
      { maxLength: 12 },
    )
    .map((pieces) => pieces.join('').slice(0, maxLength))

const body = fc
  .array(
    fc.oneof(
      fc.record({ type: fc.constant('paragraph' as const), text: text(10_000) }),
      fc.record({
        type: fc.constant('heading' as const),
        level: fc.integer({ min: 2, max: 4 }),
        text: text(300),
      }),
      fc.record({
        type: fc.constant('list' as const),
        ordered: fc.boolean(),
        items: fc.array(text(1_000), { maxLength: 5 }),
      }),
      fc.record({ type: fc.constant('quote' as const), text: text(10_000), cite: text(200) }),
      fc.record({
        type: fc.constant('image' as const),
        image: fc.record({ path: text(300), alt: text(300) }),
        caption: text(300),
        url: fc.constantFrom('', '/shop-online', 'https://example.com/a?b=(c)'),
      }),
    ),
    { maxLength: 8 },
  )
  .map((blocks) => StoredBlocks.parse(blocks))

describe('The document of a body', () => {
  test('gives the same blocks again, whatever they contain', () => {
    fc.assert(
      fc.property(body, (blocks) => {
        const json = blocksToDocument(blocks)
        expect(documentToBlocks(json)).toEqual(blocks)
        if (blocks.length === 0) return
        // The editor keeps what its schema accepts, and writes it as it was.
        const document = Node.fromJSON(schema, json)
        document.check()
        expect(documentToBlocks(document.toJSON())).toEqual(blocks)
      }),
      { numRuns: 300 },
    )
  })

  test('has bold text and links as marks, and other signs as text', () => {
    const blocks: Blocks = [
      {
        type: 'paragraph',
        text: 'Fire **slowly**, see [the kiln](/kiln "x) 2 * 3 [sic] [here](/shop-online)',
      },
    ]
    expect(blocksToDocument(blocks).content?.[0]?.content).toEqual([
      { type: 'text', text: 'Fire ' },
      { type: 'text', text: 'slowly', marks: [{ type: 'bold' }] },
      { type: 'text', text: ', see [the kiln](/kiln "x) 2 * 3 [sic] ' },
      { type: 'text', text: 'here', marks: [{ type: 'link', attrs: { href: '/shop-online' } }] },
    ])
  })

  test('of new text has no empty paragraphs, items, headings and quotes', () => {
    expect(
      withoutBlanks([
        { type: 'paragraph', text: ' ' },
        { type: 'heading', level: 2, text: '' },
        { type: 'list', ordered: true, items: ['', 'Wedge'] },
        { type: 'list', ordered: false, items: [''] },
        { type: 'quote', text: '', cite: 'Asha' },
      ]),
    ).toEqual([
      { type: 'list', ordered: true, items: ['Wedge'] },
      { type: 'quote', text: '', cite: 'Asha' },
    ])
  })
})

test.for([
  [[{ text: 'a*b', isBold: true }], '**a*****b**'],
  [[{ text: '[see ' }, { text: 'this', href: '/x' }, { text: ']' }], '[see [this](/x)]'],
  [[{ text: 'a [b] c', href: '/x' }], '[a ](/x)[[b](/x)][ c](/x)'],
  [[{ text: 'a', href: '/x (1)' }], '[a](/x%20(1%29)'],
  [[{ text: 'a', href: 'javascript:alert(1)' }], 'a'],
] as const)('marks that the markup cannot write as one are divided: %j', ([parts, written]) => {
  expect(writeInline(parts)).toBe(written)
  const shown = parseInline(written)
  expect(shown.map(({ text }) => text).join('')).toBe(parts.map(({ text }) => text).join(''))
})
