export const PROBLEM_MESSAGES = {
  unstorable: 'A text has characters that cannot be stored.',

  locations: { body: 'request body', querystring: 'query', params: 'path', headers: 'header' },

  framework: {
    FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send the body as application/json.',
    FST_ERR_CTP_BODY_TOO_LARGE: 'The request body is too large.',
    FST_ERR_CTP_EMPTY_JSON_BODY: 'The request body is empty; JSON is required.',
    FST_ERR_CTP_INVALID_JSON_BODY: 'The request body is not valid JSON.',
    FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The request body does not match its Content-Length.',
    FST_ERR_BAD_URL: 'The address of the request is not well-formed.',
  },

  tooDeep: (most: number) => `The request body is nested more than ${most} levels deep.`,
  tooMany: (most: number) => `The request body has more than ${most.toLocaleString('en-US')} values.`,
} as const
