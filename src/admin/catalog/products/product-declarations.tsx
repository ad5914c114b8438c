import { z } from 'zod'
import { SchemaForm } from '#admin/form/schema-form.tsx'
import { screenStyles as screen } from '#admin/parts/styles.ts'
import { Declarations, noDeclarations } from '#contract/admin/catalog/declarations.ts'
import { keysOf } from '#contract/rules/own-value.ts'

type Props = {
  declarations: Declarations | undefined
  /** By path in the product. */
  errors: Readonly<Record<string, string[]>>
  isReadOnly: boolean
  onChange: (part: { declarations: Declarations }) => void
}

const schema = z.toJSONSchema(Declarations, { io: 'input', unrepresentable: 'any' })
const PREFIX = 'declarations.'

/** What the law wants declared of a product, folded. */
export function ProductDeclarations({ declarations = noDeclarations, errors, isReadOnly, onChange }: Props) {
  const count = keysOf(noDeclarations).filter((field) => declarations[field] !== noDeclarations[field]).length
  const own = Object.entries(errors).flatMap(([path, messages]) =>
    path.startsWith(PREFIX) ? [[path.slice(PREFIX.length), messages] as const] : [],
  )
  return (
    <section className={screen.card} aria-label="Declarations">
      <details open={own.length > 0 || undefined}>
        <summary id="declarations-heading">
          Declarations: origin, manufacturer, warnings{count > 0 && ` (${count})`}
        </summary>
        <SchemaForm
          schema={schema}
          value={declarations}
          onChange={(part: Partial<Declarations>) => onChange({ declarations: { ...declarations, ...part } })}
          errors={Object.fromEntries(own)}
          readOnly={isReadOnly}
          keepsFocus
        />
      </details>
    </section>
  )
}
