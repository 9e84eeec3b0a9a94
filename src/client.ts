/**
 * A client of the service (`neardup serve`), for Node and browsers: `neardup/client`. A method for every operation of `/openapi.json`; questions and
 * answers have the types that the service declares. Nothing else of the library is loaded.
 *
 * What failed on the way, or was refused for now (429, 502, 503, 504), is sent again if it may be done twice without harm.
 *
 * @example
 * const news = new Client('http://127.0.0.1:7710', { key }).collection('news');
 * await news.create();
 * await news.put('a', { text: 'One text.' }, { expires: '30d' });
 * for (const { b, resemblance } of (await news.check({ text: 'One text!' })).pairs) console.log(b, resemblance); // a 1
 */
import type { Scope } from './apps/http/service-answers.ts';
import { encoded, type RequestOptions, ServedCollection } from './client/collection.ts';
import { type ClientOptions, objectsOf, Sender, type ServiceAnswers } from './client/sender.ts';

export type { RequestOptions } from './client/collection.ts';
export { ServedCollection } from './client/collection.ts';
export { type ClientOptions, ServiceProblem } from './client/sender.ts';

export class Client extends Sender {
  constructor(address: string, options: ClientOptions = {}) {
    super(address, options);
  }

  collection(name: string): ServedCollection {
    return new ServedCollection(this, name);
  }

  collections(options?: RequestOptions): Promise<ServiceAnswers['listCollections']> {
    return this.json('GET', '/v1/collections', undefined, options);
  }

  /** What the key may do, and the limits of requests. */
  info(options?: RequestOptions): Promise<ServiceAnswers['service']> {
    return this.json('GET', '/v1', undefined, options);
  }

  health(options?: RequestOptions): Promise<ServiceAnswers['health']> {
    return this.json('GET', '/health', undefined, options);
  }

  /** Fails with a problem of status 503 until all collections are open. */
  ready(options?: RequestOptions): Promise<ServiceAnswers['ready']> {
    return this.json('GET', '/ready', undefined, options);
  }

  /** Figures for Prometheus. */
  async metrics(options?: RequestOptions): Promise<string> {
    return (await this.send('GET', '/metrics', { ...options })).text();
  }

  async openApi(options?: RequestOptions): Promise<Record<string, unknown>> {
    return this.json('GET', '/openapi.json', undefined, options);
  }

  /** The texts of files; nothing is stored. */
  async texts(files: readonly File[], options?: RequestOptions): Promise<ServiceAnswers['text'][]> {
    const body = new FormData();
    for (const file of files) body.append('file', file, file.name);
    return objectsOf(await this.send('POST', '/v1/text', { ...options, body }));
  }

  /** How far a request is that was sent with this `progress`. */
  progress(request: string, options?: RequestOptions): Promise<ServiceAnswers['getProgress']> {
    return this.json('GET', `/v1/progress/${encoded(request)}`, undefined, options);
  }

  keys(options?: RequestOptions): Promise<ServiceAnswers['listKeys']> {
    return this.json('GET', '/v1/keys', undefined, options);
  }

  /** It is not sent again: a key that was made without an answer would be nobody's. */
  createKey(
    key: {
      readonly scopes: readonly Scope[];
      readonly name?: string;
      readonly prefix?: string;
      readonly expires?: string;
      readonly rate?: number;
    },
    options?: RequestOptions,
  ): Promise<ServiceAnswers['createKey']> {
    return this.json('POST', '/v1/keys', key, { retries: 0, ...options });
  }

  async revokeKey(key: string, options?: RequestOptions): Promise<void> {
    await this.send('DELETE', `/v1/keys/${encoded(key)}`, { ...options });
  }
}
