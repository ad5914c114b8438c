import type { Config } from './config.ts'

/** The origin of the page editor: the only one that may frame a preview. The shop's own, unless it is configured. */
export const editorOriginOf = ({
  editorOrigin,
  storeUrl,
}: Pick<Config, 'editorOrigin' | 'storeUrl'>): string => editorOrigin ?? new URL(storeUrl).origin
