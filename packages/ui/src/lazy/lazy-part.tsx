import { type ComponentType, lazy, useEffect } from 'react';

/**
 * A part of a page in a script of its own, to stand within a Suspense. When the script does not arrive, because the
 * network is away or the server has a newer one, the page stays as it is without the part; it is asked for again when the
 * page is painted next.
 * @param Instead what stands there meanwhile, if anything; it is given what the part would have been
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Instead?: ComponentType<Props>,
): ComponentType<Props> {
  const begin = () =>
    lazy<ComponentType<Props>>(async () => {
      try {
        return { default: await load() };
      } catch {
        return { default: Missing };
      }
    });
  let part = begin();
  // Not before it stands there: what is still waited for would be asked for without end.
  function Missing(props: Props) {
    useEffect(() => {
      part = begin();
    }, []);
    return Instead === undefined ? null : <Instead {...props} />;
  }
  return function LazyPart(props) {
    const Part: ComponentType<Props> = part;
    return <Part {...props} />;
  };
}
