import type { ResourceRow } from './resource-row.ts'

export const customersResources: readonly ResourceRow[] = []
