import type { ResourceRow } from './resource-row.ts'

const files = import.meta.glob<Record<string, readonly ResourceRow[]>>('./*-resources.ts', { eager: true })

export const resourceRows = Object.values(files).flatMap((file) => Object.values(file).flat())
