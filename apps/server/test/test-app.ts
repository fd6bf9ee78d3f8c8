import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { authentication } from '../src/areas/account/authentication.ts'
import { AppError } from '../src/platform/http/app-error.ts'
import { answerErrors, sendProblem } from '../src/platform/http/error-answers.ts'
import { documentAnswers } from './documented-answers.ts'
import { testSessions } from './test-sessions.ts'

export function testApp(sessions = testSessions) {
  const app = Fastify({ routerOptions: { maxParamLength: 200 } })
    .setValidatorCompiler(validatorCompiler)
    .setSerializerCompiler(serializerCompiler)
  documentAnswers(app)
  answerErrors(app, (_request, reply) => sendProblem(reply, new AppError('not_found')))
  return { app, ...authentication(app, { sessions }) }
}
