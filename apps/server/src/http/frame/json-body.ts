import type { FastifyInstance } from 'fastify';
import { BODY_DEPTH_MAXIMUM, isNestedDeeper } from './json-depth.ts';

/**
 * Bodies are JSON in UTF-8, whole and valid: a byte that is none is refused instead of being taken for another character.
 * Plain text, which any site's form can send, is not taken at all.
 */
export function registerJsonBody(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    let text: string;
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    } catch (error) {
      return done(Object.assign(new Error('The body is not UTF-8.', { cause: error }), { statusCode: 400 }));
    }
    if (isNestedDeeper(text, BODY_DEPTH_MAXIMUM)) {
      return done(Object.assign(new Error('The body is nested too deep.'), { statusCode: 400 }));
    }
    return parse(request, text, done);
  });
}
