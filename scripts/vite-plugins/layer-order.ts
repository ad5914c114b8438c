import type { Plugin } from 'vite'

/** Every layer of the shop's styles, weakest first: a later one wins over an earlier one, however specific that is. */
export const LAYERS = '@layer reset,base,ui,features,sections,screens,shell;'

/**
 * Puts the order of the layers first in each stylesheet. The bundler sorts the files by its own lights, and the order of layers
 * is that of their first mention.
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
