import { type Api, createClient, type Transport } from '#contract/client.ts'
import type { EndpointGroup } from './plugin.ts'

/**
 * Creates the in-process typed client. A page is rendered with its own client and calls three of its twenty groups,
 * so each group is created on first use.
 */
export function prepareInProcessClient(
  groups: readonly Pick<EndpointGroup, 'name' | 'routes'>[],
): (transport: Transport) => Api {
  const groupsOnDemand = Object.defineProperties(
    {},
    Object.fromEntries(
      groups.map(({ name, routes }) => [
        name,
        {
          enumerable: true,
          get(this: { transport: Transport }) {
            const client: Record<string, unknown> = createClient(this.transport, { [name]: routes })
            Object.defineProperty(this, name, { value: client[name], enumerable: true })
            return client[name]
          },
        },
      ]),
    ),
  )
  return (transport) => Object.create(groupsOnDemand, { transport: { value: transport } })
}
