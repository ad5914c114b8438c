class Box {
  async open() {
    await Promise.resolve()
    for await (const item of []) console.log(item)
  }
}
const load = async () => await new Box().open()
void load()
