/** Loads a script of the site, once: the way to more data that a page from a disk has, too. */
const loaded = new Map<string, Promise<void>>();

export function loadScript(name: string): Promise<void> {
  let loading = loaded.get(name);
  if (loading === undefined) {
    loading = new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = `${document.body.dataset.root}${name}`;
      script.onload = () => resolve();
      script.onerror = () => {
        loaded.delete(name);
        reject(new Error(`${name} could not be loaded.`));
      };
      document.head.append(script);
    });
    loaded.set(name, loading);
  }
  return loading;
}
