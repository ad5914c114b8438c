import { readFormShown } from '#features/forms/read-form.server.ts'
import type { SectionLoader } from '#sections/section.ts'
import type { settings } from './schema.ts'

export const load = (({ form }, request) => readFormShown(request, form)) satisfies SectionLoader<
  typeof settings
>
