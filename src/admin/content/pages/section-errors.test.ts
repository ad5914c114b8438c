import { expect, test } from 'vitest'
import { fieldLabel } from './field-label.ts'
import { sectionErrors, sectionsWithErrors } from './section-errors.ts'

const errors = {
  'sections.2': ['title: Too long', 'items.0.url: A link starts with /', 'layout.anchor: Taken'],
  'sections.12': ['x: y'],
  'sections.3.ends_at': ['The end must be after the start'],
  name: ['Required'],
}

test('errors of a page are sorted by section and field', () => {
  expect(sectionErrors(errors, 2)).toEqual({
    title: ['Too long'],
    'items.0.url': ['A link starts with /'],
    'layout.anchor': ['Taken'],
  })
  expect(sectionErrors(errors, 3)).toEqual({ ends_at: ['The end must be after the start'] })
  expect([...sectionsWithErrors(errors)]).toEqual([2, 12, 3])
})

test('a path of settings is named by the labels of its schema', () => {
  const fields = {
    properties: {
      slides: { title: 'Slides', items: { properties: { heading: { title: 'Heading' } } } },
      cta: { title: 'Button', anyOf: [{ properties: { label: { type: 'string' } } }, { type: 'null' }] },
    },
  }
  expect(fieldLabel(fields, 'slides.0.heading')).toBe('Slides 1, Heading')
  expect(fieldLabel(fields, 'cta.label')).toBe('Button, Label')
  expect(fieldLabel(fields, 'is_visible')).toBe('Is visible')
})
