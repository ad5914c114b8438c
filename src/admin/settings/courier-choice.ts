import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { queryKeys } from '../query-keys.ts'
import { useSession } from '../session-context.ts'

type Courier = { code: string; name: string }

/** The couriers of the shop; none for staff who may not see orders. */
export function useCouriers(): readonly Courier[] {
  const { may } = useSession()
  const { data } = useQuery({
    queryKey: queryKeys.couriers,
    queryFn: async ({ signal }) => (await api.adminCouriers.get({}, signal)).data,
    enabled: may('orders.read'),
  })
  return data?.couriers ?? []
}

/** Couriers as the choices of a generated field. */
export const enumOf = (couriers: readonly Courier[]) => ({
  enum: couriers.map(({ code }) => code),
  enumLabels: Object.fromEntries(couriers.map(({ code, name }) => [code, name])),
})
