import { required } from '#pages/reads.ts'
import { defineScreen } from '#pages/screen.ts'
import { sectionsOf } from '#sections/page-sections.ts'
import { previewImage } from '#ui/image-url.ts'
import { graph, organization, webSite } from '../json-ld.ts'

/** The home page: sections from the page builder, in the merchant's order. */
export const home = defineScreen({
  async load({ api, isPreview }) {
    const [pageData, shop] = await Promise.all([
      required(api.content.templateBoth({ id: '', path: '/' })),
      required(api.storefront.initialValues()),
    ])
    const { page } = pageData
    const { meta, name } = shop.storefront
    // A page without a title of its own has its name.
    const ownTitle = page?.meta.meta_title === page?.name ? undefined : page?.meta.meta_title
    const view = {
      title: ownTitle || meta.meta_title || name,
      description: page?.meta.meta_description || meta.meta_description,
      sections: sectionsOf(pageData, { isPreview }),
    }
    return { view, head: { ...shop, image: page?.social_sharing_image } }
  },
  meta: ({ view: { title, description }, head: { image, storefront, settings } }, { url: { origin } }) => ({
    title,
    description,
    canonical: '/',
    bodyClass: 'home',
    ...(image && { image: previewImage(image) }),
    jsonLd: graph(organization(origin, storefront, settings), webSite(origin, storefront.name)),
  }),
})
