import type { Plugin } from 'vite'

/** All CSS layers, lowest priority first: a later layer overrides an earlier one regardless of specificity. */
export const LAYERS = '@layer reset,base,ui,features,sections,screens,shell;'

/**
 * Puts the layer order at the start of each stylesheet, because the order of first mention counts and the bundler sorts files
 * differently.
 */
export const layerOrder: Plugin = {
  name: 'layer-order',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.css'))
          file.source = LAYERS + String(file.source)
    },
  },
}
