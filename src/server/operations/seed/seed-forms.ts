import type { FormField } from '#contract/form.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import type { DemoContent, DemoForm } from './demo-files.ts'

/** Seeds the forms of pages. The trade enquiry's fields are those of its plugin. */
export async function seedForms(tx: Tx, { forms }: DemoContent) {
  await tx
    .insertInto('forms')
    .values(
      forms
        .filter(({ slug }) => slug !== 'trade-enquiry')
        .map(({ slug, title, submit, success, fields }) => ({
          slug,
          name: title,
          submit_label: submit,
          success_message: success,
          fields: json(fields.map(formField)),
        })),
    )
    .execute()
}

const half = ['name', 'email', 'phone', 'topic']

function formField(
  { name, label, type, required, placeholder = '', options, ...rules }: DemoForm['fields'][number],
  at: number,
): FormField {
  return {
    id: at + 1,
    name,
    label,
    type,
    is_required: required,
    placeholder,
    options: options?.map((option) => ({ value: option, label: option })) ?? null,
    rules: type === 'email' ? { max: 120, ...rules } : rules,
    width: half.includes(name) ? 6 : 12,
  }
}
