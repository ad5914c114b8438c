import { lazy } from 'react'
import type { AdminScreen } from '../admin-screen.ts'
import type { RecordList, Resource } from './resource.ts'

/** A list without the form of a resource, as a screen of the back office; its records may have screens of their own. */
export function defineList<Row extends { id: number }>(
  list: RecordList<Row>,
  more: Pick<AdminScreen, 'show' | 'create' | 'one' | 'writePermission' | 'values'> = {},
): AdminScreen {
  const { name, label, icon, group, tab, permission, letter } = list
  return {
    name,
    label,
    icon,
    group,
    permission,
    ...(tab && { tab }),
    ...(letter && { letter }),
    list: lazy(() => loadList({ canAdd: more.create !== undefined, ...list })),
    ...more,
  }
}

async function loadList<Row extends { id: number }>(list: RecordList<Row>) {
  const { default: ResourceList } = await import('./resource-list.tsx')
  return { default: () => <ResourceList resource={list} /> }
}

/** The list and the form of a resource (`resourceEndpoints` in the contract), as a screen of the back office. */
export function defineResource<Row extends { id: number }>(resource: Resource<Row>): AdminScreen {
  const record = lazy(async () => {
    const { default: ResourceScreen } = await import('./resource-screen.tsx')
    return { default: () => <ResourceScreen resource={resource} /> }
  })
  const { canAdd = true, one, writePermission, values } = resource
  return defineList(resource, {
    values,
    show: record,
    ...(canAdd && { create: record, one, writePermission }),
  })
}
