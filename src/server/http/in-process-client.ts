import { type Api, createClient, type Transport } from '#contract/client.ts'
import { routes } from '#contract/routes.ts'

type Group = keyof typeof routes

/**
 * The typed client in process. A page is rendered with one of its own and calls three of its twenty groups: only those are made, each
 * when it is first asked for.
 */
export function createInProcessClient(transport: Transport): Api {
  return Object.create(groupsOnDemand, { transport: { value: transport } }) as Api
}

const groupsOnDemand = Object.defineProperties(
  {},
  Object.fromEntries(
    (Object.keys(routes) as Group[]).map((name) => [
      name,
      {
        enumerable: true,
        get(this: { transport: Transport }) {
          const value = createClient(this.transport, { [name]: routes[name] } as typeof routes)[name]
          Object.defineProperty(this, name, { value, enumerable: true })
          return value
        },
      },
    ]),
  ),
)
