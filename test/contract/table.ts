import { LosslessNumber } from 'lossless-json';
import type { EndpointName, RequestOf, ServiceSettings } from '../../src/contract/index.js';

/**
 * Literal request bytes and literal replies of all fifteen operations, written by hand from the service's documentation. Client and
 * sandbox share `src/contract`, so a shared misreading would pass both: nothing here is computed from it.
 *
 * The client must send exactly `bytes` and read `reply` as `read`. A sandbox that holds `FIXTURE` must accept `bytes`
 * and answer with the keys of `answers`, in the documented JSON types.
 */
export interface ContractCase {
  readonly title: string;
  readonly endpoint: EndpointName;
  /** What the caller hands to the client. */
  readonly request: RequestOf<EndpointName>;
  readonly settings?: Partial<ServiceSettings>;
  readonly bytes: {
    readonly method: 'GET' | 'POST';
    readonly path: string;
    /** No token goes along with a login. */
    readonly token: boolean;
    readonly body: string;
  };
  readonly reply: string;
  readonly read: unknown;
  /** Keys of the reply and their JSON types by the documentation. */
  readonly answers: Readonly<Record<string, 'text' | 'number' | 'list' | 'object'>>;
  /** Why a strict sandbox refuses these bytes: their images are a few bytes that are no picture. */
  readonly clientOnly?: string;
}

const n = (digits: string) => new LosslessNumber(digits);

const define = <Name extends EndpointName>(
  entry: Omit<ContractCase, 'endpoint' | 'request'> & { endpoint: Name; request: RequestOf<Name> },
): ContractCase => entry;

/** What must exist, in the words of the interface, for the requests of the table. */
export const FIXTURE = {
  campaigns: ['1001', '20240101123456789'],
  groups: ['556677', '778899', '9007199254740993'],
  keywords: ['80001234', '80001235', '9007199254740993'],
  apps: ['7001', '7002'],
  pictures: ['33445', '33446'],
} as const;

const SUBLINKS = [
  [
    { text: '新品', url: 'https://m.example.com/new?a=1&b=2' },
    { text: '特价', url: 'https://m.example.com/sale' },
  ],
];

export const TABLE: readonly ContractCase[] = [
  define({
    title: 'login',
    endpoint: 'login',
    request: { username: 'shop@example.com', passwd: 'a+b/c=d%&e 1' },
    bytes: {
      method: 'POST',
      path: '/account/clientLogin',
      token: false,
      body: 'username=shop%40example.com&passwd=a%2Bb%2Fc%3Dd%25%26e%201',
    },
    reply: '{"uid":"c2hvcA==","accessToken":"token-0001"}',
    read: { uid: 'c2hvcA==', accessToken: 'token-0001' },
    answers: { uid: 'text', accessToken: 'text' },
    clientOnly: 'the credentials are made up',
  }),
  define({
    title: 'account info',
    endpoint: 'accountInfo',
    request: {},
    bytes: { method: 'GET', path: '/uc/account/getInfo', token: true, body: '' },
    reply:
      '{"uid":"1234567890123456789","userName":"shop","balance":120.5,"budget":"300.00","isMedical":"0","agency":null}',
    read: {
      uid: '1234567890123456789',
      userName: 'shop',
      balance: '120.5',
      budget: '300.00',
      isMedical: '0',
      agency: undefined,
    },
    answers: { uid: 'text', userName: 'text', balance: 'number', budget: 'text' },
  }),
  define({
    title: 'rich creatives, sets nested',
    endpoint: 'addRichCreatives',
    request: { groupIdList: ['778899', '9007199254740993'], 'sublinks-mobile': SUBLINKS, status: 'pause' },
    bytes: {
      method: 'POST',
      path: '/ads/richcreative/add',
      token: true,
      body:
        'groupIdList=%5B778899%2C9007199254740993%5D' +
        '&sublinks-mobile=%5B%5B%7B%22text%22%3A%22%E6%96%B0%E5%93%81%22%2C%22url%22%3A%22https%3A%2F%2Fm.example.com%2Fnew%3Fa%3D1%26b%3D2%22%7D%2C%7B%22text%22%3A%22%E7%89%B9%E4%BB%B7%22%2C%22url%22%3A%22https%3A%2F%2Fm.example.com%2Fsale%22%7D%5D%5D' +
        '&status=pause',
    },
    reply:
      '{"success":[{"id":"51","type":"sublinks","groupId":778899,"device":"mobile"},{"id":0,"type":"sublinks","groupId":"9007199254740993","device":"mobile"}],"failures":[{"code":12,"message":"already there","groupId":9007199254740993}]}',
    read: {
      success: [
        { id: '51', type: 'sublinks', groupId: '778899', device: 'mobile' },
        { id: '0', type: 'sublinks', groupId: '9007199254740993', device: 'mobile' },
      ],
      failures: [
        {
          code: '12',
          message: 'already there',
          ids: { groupId: '9007199254740993' },
          raw: '{"code":12,"message":"already there","groupId":9007199254740993}',
        },
      ],
    },
    answers: { success: 'list', failures: 'list' },
  }),
  define({
    title: 'rich creatives, sets flat, another word',
    endpoint: 'addRichCreatives',
    request: { groupIdList: ['778899'], 'sublinks-mobile': SUBLINKS },
    settings: { creativeSets: 'flat', platformSegment: 'dianjing', richCreativeWord: 'fengwu' },
    bytes: {
      method: 'POST',
      path: '/dianjing/fengwu/add',
      token: true,
      body:
        'groupIdList=%5B778899%5D' +
        '&sublinks-mobile=%5B%7B%22text%22%3A%22%E6%96%B0%E5%93%81%22%2C%22url%22%3A%22https%3A%2F%2Fm.example.com%2Fnew%3Fa%3D1%26b%3D2%22%7D%2C%7B%22text%22%3A%22%E7%89%B9%E4%BB%B7%22%2C%22url%22%3A%22https%3A%2F%2Fm.example.com%2Fsale%22%7D%5D',
    },
    reply: '{"success":[{"id":"51","type":"sublinks","groupId":"778899","device":"mobile"}],"failures":[]}',
    read: { success: [{ id: '51', type: 'sublinks', groupId: '778899', device: 'mobile' }], failures: [] },
    answers: { success: 'list', failures: 'list' },
  }),
  define({
    title: 'a video creative, with base64 that holds + / =',
    endpoint: 'addRichCreatives',
    request: {
      groupIdList: ['778899'],
      'video-computer': [
        [{ url: 'https://www.example.com', cover_img: '+/8=', video_url: 'https://v.example.com/1.mp4' }],
      ],
    },
    bytes: {
      method: 'POST',
      path: '/ads/richcreative/add',
      token: true,
      body:
        'groupIdList=%5B778899%5D' +
        '&video-computer=%5B%7B%22url%22%3A%22https%3A%2F%2Fwww.example.com%22%2C%22cover_img%22%3A%22%2B%2F8%3D%22%2C%22video_url%22%3A%22https%3A%2F%2Fv.example.com%2F1.mp4%22%7D%5D',
    },
    reply: '{"success":[{"id":"52","type":"video","groupId":"778899","device":"computer"}]}',
    read: { success: [{ id: '52', type: 'video', groupId: '778899', device: 'computer' }], failures: [] },
    answers: { success: 'list', failures: 'list' },
    clientOnly: 'the cover image is no picture',
  }),
  define({
    title: 'get keywords by id',
    endpoint: 'getKeywords',
    request: { idList: ['80001234', '9007199254740993'] },
    bytes: {
      method: 'POST',
      path: '/ads/keyword/getInfoByIdList',
      token: true,
      body: 'idList=%5B80001234%2C9007199254740993%5D',
    },
    reply:
      '{"keywordList":[{"id":9007199254740993,"groupId":"556677","word":"女鞋","price":"4.11","matchType":"phrase","destinationUrl":"","optStatus":"paused","cause":null,"tag":"[{\\"id\\":1,\\"is_important\\":0,\\"title\\":\\"x\\"}]"},{"id":"80001234","price":30}]}',
    read: {
      keywordList: [
        {
          id: '9007199254740993',
          groupId: '556677',
          word: '女鞋',
          price: '4.11',
          matchType: 'phrase',
          destinationUrl: '',
          optStatus: 'paused',
          cause: undefined,
          tag: '[{"id":1,"is_important":0,"title":"x"}]',
        },
        { id: '80001234', price: '30' },
      ],
    },
    answers: { keywordList: 'list' },
  }),
  define({
    title: 'groups',
    endpoint: 'addGroups',
    request: {
      groups: [
        {
          campaignId: n('1001'),
          name: '秋季女鞋 A&B=C 100%+',
          price: n('1.20'),
          negativeWords: { phrase: ['免费'], exact: ['二手女鞋'] },
          industryTags: { path: ['10', '1001'], literal: '其他-鞋' },
          status: 'pause',
        },
        { campaignId: n('20240101123456789'), name: 'g2', price: n('0.30') },
      ],
    },
    bytes: {
      method: 'POST',
      path: '/ads/group/batchAdd',
      token: true,
      body: 'groups=%5B%7B%22campaignId%22%3A1001%2C%22name%22%3A%22%E7%A7%8B%E5%AD%A3%E5%A5%B3%E9%9E%8B%20A%26B%3DC%20100%25%2B%22%2C%22price%22%3A1.20%2C%22negativeWords%22%3A%7B%22phrase%22%3A%5B%22%E5%85%8D%E8%B4%B9%22%5D%2C%22exact%22%3A%5B%22%E4%BA%8C%E6%89%8B%E5%A5%B3%E9%9E%8B%22%5D%7D%2C%22industryTags%22%3A%7B%22path%22%3A%5B%2210%22%2C%221001%22%5D%2C%22literal%22%3A%22%E5%85%B6%E4%BB%96-%E9%9E%8B%22%7D%2C%22status%22%3A%22pause%22%7D%2C%7B%22campaignId%22%3A20240101123456789%2C%22name%22%3A%22g2%22%2C%22price%22%3A0.30%7D%5D',
    },
    reply: '{"groupIdList":[20240101123456788,0],"failures":[{"code":90202,"message":"sensitive word","index":1}]}',
    read: {
      groupIdList: ['20240101123456788', '0'],
      failures: [
        {
          code: '90202',
          message: 'sensitive word',
          index: 1,
          raw: '{"code":90202,"message":"sensitive word","index":1}',
        },
      ],
    },
    answers: { groupIdList: 'list', failures: 'list' },
  }),
  define({
    title: 'an application task',
    endpoint: 'addAppTask',
    request: {
      apps: [
        {
          title: '鞋城',
          type: 'Android',
          imageEncode: 'iVBORw0KGgo+/w==',
          appUrl: 'https://dl.example.com/shoes.apk',
          appAutoCheck: 'OFF',
          developer: '示例公司',
          privacyUrl: 'https://www.example.com/privacy',
          authUrl: 'https://www.example.com/permissions',
          copyrightEncode: '/9j/4A==,/9j/4Q==',
          remark: '',
        },
      ],
    },
    bytes: {
      method: 'POST',
      path: '/ads/app/addTask',
      token: true,
      body: 'apps=%5B%7B%22title%22%3A%22%E9%9E%8B%E5%9F%8E%22%2C%22type%22%3A%22Android%22%2C%22imageEncode%22%3A%22iVBORw0KGgo%2B%2Fw%3D%3D%22%2C%22appUrl%22%3A%22https%3A%2F%2Fdl.example.com%2Fshoes.apk%22%2C%22appAutoCheck%22%3A%22OFF%22%2C%22developer%22%3A%22%E7%A4%BA%E4%BE%8B%E5%85%AC%E5%8F%B8%22%2C%22privacyUrl%22%3A%22https%3A%2F%2Fwww.example.com%2Fprivacy%22%2C%22authUrl%22%3A%22https%3A%2F%2Fwww.example.com%2Fpermissions%22%2C%22copyrightEncode%22%3A%22%2F9j%2F4A%3D%3D%2C%2F9j%2F4Q%3D%3D%22%2C%22remark%22%3A%22%22%7D%5D',
    },
    reply: '{"appTaskId":0,"failures":[{"code":50403,"description":"title","message":"wrong length"}]}',
    read: {
      appTaskId: '0',
      failures: [
        {
          code: '50403',
          message: 'wrong length',
          description: 'title',
          raw: '{"code":50403,"description":"title","message":"wrong length"}',
        },
      ],
    },
    answers: { appTaskId: 'number', failures: 'list' },
    clientOnly: 'icon and copyright images are no pictures',
  }),
  define({
    title: 'keyword update',
    endpoint: 'updateKeywords',
    request: {
      keywords: [
        {
          id: n('9007199254740993'),
          price: n('0.80'),
          url: 'https://www.example.com/{keyword}?a=1&b=%20+',
          status: 'enable',
        },
        { id: n('80001235'), mobileUrl: '', status: 'pause' },
      ],
    },
    bytes: {
      method: 'POST',
      path: '/ads/keyword/update',
      token: true,
      body: 'keywords=%5B%7B%22id%22%3A9007199254740993%2C%22price%22%3A0.80%2C%22url%22%3A%22https%3A%2F%2Fwww.example.com%2F%7Bkeyword%7D%3Fa%3D1%26b%3D%2520%2B%22%2C%22status%22%3A%22enable%22%7D%2C%7B%22id%22%3A80001235%2C%22mobileUrl%22%3A%22%22%2C%22status%22%3A%22pause%22%7D%5D',
    },
    reply: '{"errno":10000,"affectedRecords":1,"failKeywordIds":"9007199254740993","failures":[]}',
    read: { errno: '10000', affectedRecords: '1', failKeywordIds: ['9007199254740993'], failures: [] },
    answers: { errno: 'number', affectedRecords: 'number', failKeywordIds: 'text' },
  }),
  define({
    title: 'all applications',
    endpoint: 'getApps',
    request: {},
    bytes: { method: 'POST', path: '/ads/app/getAppList', token: true, body: '' },
    reply: '{"appList":[{"appId":7001,"title":"鞋城","type":"Android","status":"pending","copyright":""}]}',
    read: { appList: [{ appId: '7001', title: '鞋城', type: 'Android', status: 'pending', copyright: '' }] },
    answers: { appList: 'list' },
  }),
  define({
    title: 'applications by id',
    endpoint: 'getApps',
    request: { appIdList: ['7001', '7002'] },
    bytes: {
      method: 'POST',
      path: '/ads/app/getAppList',
      token: true,
      body: 'appIdList=%5B7001%2C7002%5D',
    },
    reply: '{"appList":null}',
    read: { appList: [] },
    answers: { appList: 'list' },
  }),
  define({
    title: 'one keyword package',
    endpoint: 'keywordPackages',
    request: { package_type: '低竞价词包' },
    bytes: {
      method: 'POST',
      path: '/ads/tool/keywordPackage',
      token: true,
      body: 'package_type=%E4%BD%8E%E7%AB%9E%E4%BB%B7%E8%AF%8D%E5%8C%85',
    },
    reply: '{"list":{"低竞价词包":[{"word":"女鞋","pv":"120","mpv":"<10"}]}}',
    read: { list: { 低竞价词包: [{ word: '女鞋', pv: '120', mpv: '<10' }] } },
    answers: { list: 'object' },
  }),
  define({
    title: 'component report',
    endpoint: 'componentReport',
    request: {
      startDate: '2026-03-01',
      endDate: '2026-03-01',
      level: 'plan',
      idList: ['1001', '1002'],
      type: 'all',
      page: '1',
    },
    bytes: {
      method: 'POST',
      path: '/ads/report/sublink',
      token: true,
      body: 'startDate=2026-03-01&endDate=2026-03-01&level=plan&idList=%5B1001%2C1002%5D&type=all&page=1',
    },
    reply:
      '{"sublinkList":[{"date":"2026-03-01","type":"mobile","campaignId":"1001","groupId":556677,"sublinkId":"9","views":"3","clicks":"1","totalCost":"0.40"}]}',
    read: {
      rows: [
        {
          date: '2026-03-01',
          type: 'mobile',
          campaignId: '1001',
          groupId: '556677',
          sublinkId: '9',
          views: '3',
          clicks: '1',
          totalCost: '0.40',
        },
      ],
    },
    answers: { sublinkList: 'list' },
  }),
  define({
    title: 'rich creative report',
    endpoint: 'creativeReport',
    request: { startDate: '2026-03-01', endDate: '2026-03-01', type: 'mobile', ad_type: 'base_report', page: '1' },
    bytes: {
      method: 'POST',
      path: '/ads/report/richcreative',
      token: true,
      body: 'startDate=2026-03-01&endDate=2026-03-01&type=mobile&ad_type=base_report&page=1',
    },
    reply: '{"richcreativeList":[{"date":"2026-03-01","views":"3","clicks":"1","totalCost":"0.40"}]}',
    read: { rows: [{ date: '2026-03-01', views: '3', clicks: '1', totalCost: '0.40' }] },
    answers: { richcreativeList: 'list' },
  }),
  define({
    title: 'unbinding pictures',
    endpoint: 'unbindPictures',
    request: { picList: [{ groupId: '556677', picIdList: ['33445', '33446'] }] },
    bytes: {
      method: 'POST',
      path: '/ads/group/unbindPictures',
      token: true,
      body: 'picList=%5B%7B%22groupId%22%3A556677%2C%22picIdList%22%3A%5B%2233445%22%2C%2233446%22%5D%7D%5D',
    },
    reply: '{"successGroupIdList":[556677],"failures":[{"groupId":"556678","code":250202,"message":"tags are empty"}]}',
    read: {
      successGroupIdList: ['556677'],
      failures: [
        {
          code: '250202',
          message: 'tags are empty',
          ids: { groupId: '556678' },
          raw: '{"groupId":"556678","code":250202,"message":"tags are empty"}',
        },
      ],
    },
    answers: { successGroupIdList: 'list', failures: 'list' },
  }),
  define({
    title: 'pictures',
    endpoint: 'listPictures',
    request: { source: 'richcreative', width: '450', height: '300', page: '1' },
    bytes: {
      method: 'POST',
      path: '/ads/pichouse/getPictureList',
      token: true,
      body: 'source=richcreative&width=450&height=300&page=1',
    },
    reply:
      '{"count":2,"pictureList":[{"picId":"33445","picUrl":"https://p.example.com/1","width":"450","tags":["夏季","主图"]},{"picId":33446,"tags":null}]}',
    read: {
      count: 2,
      pictureList: [{ picId: '33445', picUrl: 'https://p.example.com/1', width: '450' }, { picId: '33446' }],
      tags: [['夏季', '主图'], []],
    },
    answers: { count: 'number', pictureList: 'list' },
  }),
  define({
    title: 'keyword tags',
    endpoint: 'keywordTags',
    request: {},
    bytes: { method: 'POST', path: '/ads/tag/getlist', token: true, body: '' },
    reply: '{"tagList":[{"id":"1","title":"重点","is_important":"1"}]}',
    read: { tagList: [{ id: '1', title: '重点', is_important: '1' }] },
    answers: { tagList: 'list' },
  }),
  define({
    title: 'picture tags',
    endpoint: 'updatePictureTags',
    request: { data: [{ picId: '33445', tags: ['夏季', '主图'] }] },
    bytes: {
      method: 'POST',
      path: '/ads/pichouse/updateTags',
      token: true,
      body: 'data=%5B%7B%22picId%22%3A%2233445%22%2C%22tags%22%3A%5B%22%E5%A4%8F%E5%AD%A3%22%2C%22%E4%B8%BB%E5%9B%BE%22%5D%7D%5D',
    },
    reply: '{"success":["33445"],"failures":[]}',
    read: { success: ['33445'], failures: [] },
    answers: { success: 'list', failures: 'list' },
  }),
];
