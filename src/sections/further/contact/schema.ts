import { z } from 'zod'
import { readFormShown } from '#features/forms/read-form.server.ts'
import type { SectionLoader } from '#sections/section.ts'
import { field, text } from '#sections/section-shapes.ts'

export const settings = z
  .object({
    title: text('Heading', 'Shown above the ways to contact the store.'),
    form: field(z.string().default('contact'), 'Form', 'The key of the form beside the contact details.'),
    address: field(
      z.array(z.string()).default([]),
      'Address',
      'The lines of the postal address. Without any, the address in the settings is shown.',
    ),
    hours: text('Opening hours', 'When the store answers or is open.'),
  })
  .meta({ title: 'Contact', description: 'The store’s contact details beside a form.' })

export const load = (({ form }, request) => readFormShown(request, form)) satisfies SectionLoader<
  typeof settings
>
