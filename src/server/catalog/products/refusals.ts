import { notFound } from '#server/platform/kernel/errors.ts'

export const categoryNotFound = () => notFound('This category is not available')

export const collectionNotFound = () => notFound('This collection is not available')

export const productNotFound = () => notFound('This product is not available')
