import { z } from 'zod'
import { readFormShown } from '#features/forms/read-form.server.ts'
import type { SectionLoader } from '#sections/section.ts'
import { field, text } from '#sections/section-shapes.ts'

export const settings = z
  .object({
    title: text('Heading', 'Without one the form’s own name is shown.'),
    text: text('Text', 'A sentence or two above the form.'),
    form: field(z.string().default('contact'), 'Form', 'The key of the form.'),
  })
  .meta({ title: 'Form', description: 'A form of the shop; its answers are stored and mailed to the store.' })

export const load = (({ form }, request) => readFormShown(request, form)) satisfies SectionLoader<
  typeof settings
>
