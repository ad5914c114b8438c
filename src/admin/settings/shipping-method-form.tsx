import { SchemaForm } from '../form/schema-form.tsx'
import type { ResourceFormProps } from '../resource/resource.ts'
import { enumOf, useCouriers } from './courier-choice.ts'

/** The fields of a delivery method, with the shop's couriers to choose from. */
export default function ShippingMethodForm({ id: _id, schema, ...form }: ResourceFormProps) {
  const couriers = useCouriers()
  const { properties: { courier, courier_service, ...others } = {}, ...rest } = schema
  const choices = enumOf([{ code: '', name: 'Chosen for each parcel' }, ...couriers])
  return (
    <SchemaForm
      {...form}
      schema={{
        ...rest,
        properties: {
          ...others,
          ...(couriers.length > 0 && { courier: { ...courier, ...choices }, courier_service }),
        },
      }}
    />
  )
}
