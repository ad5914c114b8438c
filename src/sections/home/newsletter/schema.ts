import { z } from 'zod'
import { readFormShown } from '#features/forms/read-form.server.ts'
import type { SectionLoader } from '#sections/section.ts'
import { field, text } from '#sections/section-shapes.ts'

export const settings = z
  .object({
    title: text('Heading', 'What the subscriber gets.'),
    text: text('Text', 'A sentence or two about how often mails are sent.'),
    form: field(z.string().default('newsletter'), 'Form', 'The slug of the form that subscribes.'),
  })
  .meta({ title: 'Newsletter', description: 'A subscription form; the address is confirmed by mail.' })

export const load = (({ form }, request) => readFormShown(request, form)) satisfies SectionLoader<
  typeof settings
>
