import type { SeededPage } from './seed-content.ts'

type Block = { type: 'heading' | 'paragraph'; text: string }

const page = (slug: string, name: string, blocks: Block[]): SeededPage => ({
  ...{ slug, name, page_type: 'Page', meta_title: `${name} | Kiln & Loom` },
  sections: [{ component: 'RichText', settings: { title: '', blocks } }],
})
const heading = (text: string): Block => ({ type: 'heading', text })
const paragraph = (text: string): Block => ({ type: 'paragraph', text })

const demo = paragraph(
  'Kiln & Loom is a demonstration: company, people and numbers on this page are invented.',
)

/** What the law of Germany and of India asks a shop to publish, for the invented company of the demo shop. */
export const legalPages: readonly SeededPage[] = [
  page('imprint', 'Imprint', [
    demo,
    paragraph('Kiln & Loom (demo), 12 Lamp Lane, Pune, Maharashtra 411001, India'),
    paragraph('Represented by the demo owner'),
    paragraph('Email: hello@kilnandloom.example. Phone: +91 90000 00000'),
    paragraph('Register: demo register, number 00000. VAT identification number: DE000000000 (not valid)'),
    paragraph('Responsible for the content: the demo owner, at the same address'),
  ]),
  page('accessibility', 'Accessibility statement', [
    demo,
    paragraph('Kiln & Loom wants everyone to be able to shop here. This statement is about this website.'),
    heading('How accessible it is'),
    paragraph(
      'The shop is meant to meet the Web Content Accessibility Guidelines 2.2, level AA, as EN 301 549 asks: with keyboard and screen reader, at 400 % zoom, at 320 pixels of width, and for most steps without JavaScript.',
    ),
    heading('Tell us'),
    paragraph(
      'If something does not work for you, write to access@kilnandloom.example. We answer within 14 days.',
    ),
    heading('If we do not help'),
    paragraph('Here a shop names the authority that supervises it. A demonstration has none.'),
  ]),
  page('grievance-officer', 'Grievance officer', [
    demo,
    paragraph(
      'Consumer Protection (E-Commerce) Rules 2020, rule 4: a complaint is acknowledged within 48 hours and resolved within one month. You get a ticket number at once.',
    ),
    paragraph('Demo grievance officer, Kiln & Loom (demo), 12 Lamp Lane, Pune, Maharashtra 411001, India'),
    paragraph('Email: grievance@kilnandloom.example. Phone: +91 90000 00000, Monday to Friday, 10 to 17'),
    paragraph('[Write to us](/contact) about an order, a product or your data.'),
  ]),
]
