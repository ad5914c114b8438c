import type { ComponentProps } from 'react'
import { EntrySelect } from '#admin/parts/entry-field.tsx'
import type { ProductStock } from '#contract/admin/catalog/product-actions.ts'

type Props = Pick<ProductStock, 'locations'> &
  Pick<ComponentProps<typeof EntrySelect>, 'name' | 'errors' | 'onChange'>

/** Where stock is changed, by default in the main location. */
export const LocationEntry = ({ locations, ...select }: Props) => (
  <EntrySelect label="Location" {...select}>
    {locations.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </EntrySelect>
)
