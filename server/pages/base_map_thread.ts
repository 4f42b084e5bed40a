import { parentPort } from 'node:worker_threads'
import { answerCalls } from '../../data/calls.ts'
import { baseMap, countyBorders, towns } from './base_map.ts'

answerCalls(parentPort!, { baseMap, countyBorders, towns })
